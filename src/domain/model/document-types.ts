const office = ['pdf', 'doc', 'docx'] as const;

/**
 * The documents in the order they are sent (contract, "Names in the page"). `type` is their name in the API and in
 * messages of section 5; the last one completes the set.
 */
export const documentTypes = [
  { type: 'cv', extensions: office },
  { type: 'nysc', extensions: office },
  { type: 'waec', extensions: office },
  { type: 'undergraduate', extensions: office },
  { type: 'other', extensions: office },
  { type: 'passport', extensions: ['png', 'jpg', 'jpeg', 'pdf'] },
] as const;
export type DocumentType = (typeof documentTypes)[number]['type'];
export const documentOrder: readonly DocumentType[] = documentTypes.map(({ type }) => type);
