/** The contract of the API host's data: the tests of these files know no database system and no document store. */
export const contractFiles = [
  'alerts/abuse',
  'alerts/alerts',
  'alerts/uncertain-mail',
  'applications',
  'apply',
  'candidate',
  'company-mail',
  'contact',
  'document-store',
  'links',
  'mail',
  'openings',
  'replaced-documents',
  'replacement-model',
  'retention',
  'sample-data',
  'search',
  'search-index',
  'stage-mail',
  'upload',
  'upload-refused',
]
  .map((name) => `test/api-host/${name}.test.ts`)
  .concat(
    ['openings', 'applications', 'set-stages'].map((name) => `test/cli/host/${name}.test.ts`),
  );

/**
 * Those that `npm test` runs on PostgreSQL too. The others are about files, about what is refused before the database is
 * asked, or send no statement that these do not send (decision 021).
 */
export const databaseContractFiles = contractFiles.filter(
  (file) => !/document-store|upload-refused|sample-data|search|abuse|model/.test(file),
);
