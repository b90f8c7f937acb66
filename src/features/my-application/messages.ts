export const messages = {
  unknownLink: 'This link is not valid: it has expired, or the application was erased.',
  unavailable: 'Your application cannot be shown just now. Please try again in a moment.',
  changeUnknown:
    'We do not know whether this was done. Please open your link again in a moment: it shows what we have.',
  changeUnknownHere:
    'The connection broke, and we do not know whether this was done. Below is what we have now.',
  // Not 'nothing was changed': the site erases its own copy first.
  unchanged:
    'That did not work: the company still has your application as it was. Please try again in a moment.',
  withdrawn: 'You have withdrawn your application.',
  erased: 'Your application and its documents were erased.',
  mayUpload: 'This browser can now send documents. Please choose your files.',
  ticketRefused:
    'This browser did not keep the permission to send documents. Please allow cookies for this site, and try again.',
  takesNoDocuments: 'You have withdrawn this application. It takes no more documents.',
  notConfirmed: 'Please tick the box first.',
} as const;
