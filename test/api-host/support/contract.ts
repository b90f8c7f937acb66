/** The contract of the API host's data: the tests of these files know no database system and no document store. */
export const contractFiles = [
  'applications',
  'apply',
  'candidate',
  'contact',
  'document-store',
  'links',
  'mail',
  'openings',
  'retention',
  'sample-data',
  'search',
  'upload',
  'upload-refused',
]
  .map((name) => `test/api-host/${name}.test.ts`)
  .concat('test/cli/host/openings.test.ts', 'test/cli/host/applications.test.ts');

/** Those that depend on the database system. The others are about files and what is refused before the database is asked. */
export const databaseContractFiles = contractFiles.filter(
  (file) => !/document-store|upload-refused|sample-data/.test(file),
);
