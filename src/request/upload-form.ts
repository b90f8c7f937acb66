import type { DocumentType, documentTypes } from '#src/domain/model/document-types.ts';
import { uploadHref } from '#src/domain/rules/addresses.ts';
import { fileRequirements } from '#src/domain/rules/documents.ts';
import { escapeMarkup } from '#src/html/text-to-html.ts';

/** A form for the missing documents of an application, as HTML, for visitors without script; errors at their fields. */
export function uploadForm(
  {
    joblistingid,
    applicantId,
    missing,
  }: {
    readonly joblistingid: string;
    readonly applicantId: string;
    readonly missing: readonly (typeof documentTypes)[number][];
  },
  errors: readonly { readonly field?: DocumentType; readonly message: string }[] = [],
): string {
  const fields = missing.map(({ type, label, extensions }) => {
    const accept = extensions.map((extension) => `.${extension}`).join(',');
    const message = errors.find(({ field }) => field === type)?.message;
    const error =
      message === undefined
        ? ''
        : `<strong id="${type}-error">${escapeMarkup(message)}</strong><br>`;
    const state = error && ` aria-invalid="true" aria-describedby="${type}-error"`;
    return `<label for="${type}">${label} (${fileRequirements(type)})</label>${error}<input type="file" id="${type}" name="${type}" accept="${accept}"${state}>`;
  });
  const action = escapeMarkup(uploadHref(joblistingid));
  return `<p>Still missing:</p><form method="post" enctype="multipart/form-data" action="${action}"><input type="hidden" name="applicant_id" value="${escapeMarkup(applicantId)}">${fields.join('')}<br><button>Upload</button></form>`;
}
