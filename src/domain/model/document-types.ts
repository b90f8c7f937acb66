const office = ['pdf', 'doc', 'docx'] as const;

/**
 * The documents in the order they are sent (contract, "Names in the page"). `type` is their name in the API and in
 * messages of section 5; the last one completes the set.
 */
export const documentTypes = [
  { type: 'cv', label: 'CV', extensions: office },
  { type: 'nysc', label: 'NYSC certificate', extensions: office },
  { type: 'waec', label: 'WAEC result', extensions: office },
  { type: 'undergraduate', label: 'Undergraduate certificate', extensions: office },
  { type: 'other', label: 'Other document', extensions: office },
  { type: 'passport', label: 'Passport photograph', extensions: ['png', 'jpg', 'jpeg', 'pdf'] },
] as const;
export type DocumentType = (typeof documentTypes)[number]['type'];

export const documentLabel = (type: DocumentType): string =>
  documentTypes.find((entry) => entry.type === type)?.label ?? type;
