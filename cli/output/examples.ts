import type { Command } from 'commander';

const examples: Readonly<Record<string, readonly string[]>> = {
  list: [
    'careers list --json id,role_name,closing_date',
    `careers list --json | jq '.[] | select(.company_name == "First Light Bakery") | .id'`,
  ],
  search: [
    'careers search --company 1 --query baker',
    'careers search --company 1 --json id,role_name',
  ],
  companies: ['careers companies', 'careers companies --json company_name'],
  show: ['careers show 101', 'careers show 101 --json questions'],
  submit: [
    'careers submit --print-schema > fixture.schema.json',
    'careers submit fixtures/applications/*.json --dry-run',
    'careers submit fixtures/applications/*.json --concurrency 4 --junit report.xml',
    'careers submit fixtures/applications/*.json --resume',
    'cd fixtures/applications && careers submit - < ngozi-eze.json',
  ],
  contact: [
    'careers contact fixtures/contact/with-phone.json',
    `echo '{"firstname":"Ada","lastname":"Obi","email":"ada@example.com","msg":"Hello"}' | careers contact -`,
  ],
  doctor: [
    'careers doctor',
    'careers doctor --host https://api.example.com --junit report.xml',
    'careers doctor --host https://api.example.com --write',
  ],
  start: ['careers start', 'PORT=8080 API_HOST=https://api.example.com careers start'],
  host: ['careers host', 'PORT=4000 DATA_DIR=/srv/careers careers host'],
  'host openings': [
    'careers host openings template > openings.csv',
    'careers host openings import openings.csv',
  ],
  'host openings import': [
    'careers host openings import openings.csv --dry-run',
    "careers host openings import - --company 'My Bakery' < openings.csv",
  ],
  'host openings list': [
    'careers host openings list --status closed',
    'careers host openings list --json id,role_name',
  ],
  'host openings export': [
    'careers host openings export openings.csv',
    'careers host openings export - --format json',
  ],
  'host openings template': ['careers host openings template > openings.csv'],
  'host openings add': [
    "careers host openings add --role-name 'Head Baker' --company-name 'My Bakery'",
  ],
  'host openings edit': ['careers host openings edit 101 --closing-date 2026-12-31'],
  'host openings close': ['careers host openings close 101 102 --dry-run'],
  'host openings reopen': ['careers host openings reopen 101 --closing-date 2026-12-31'],
  'host openings remove': ['careers host openings remove 101 --dry-run'],
  'host applications': [
    "careers host applications --company 'My Bakery' --since 2026-01-31 --status complete",
    'careers host applications --export applications.xlsx',
    'careers host applications --json applicant_id,role_name,applied_at',
  ],
  'host applications set': [
    'careers host applications set 7KQM-3XWD-9RTZ --stage interview --mail',
    'careers host applications set --from stages.csv --dry-run',
  ],
  'host stats': ['careers host stats --since 2026-01-31', 'careers host stats --json by_opening'],
  'host messages': ['careers host messages', 'careers host messages --json received_at,email'],
  'host alerts': [
    'careers host alerts --json emailaddress,state,ends_at',
    'careers host alerts --send-now --dry-run',
  ],
  'host mail': [
    'careers host mail',
    'careers host mail --test me@example.com',
    `careers host mail --retry $(careers host mail --json | jq -r '.[] | select(.state == "failed").id')`,
  ],
  'host scan': ['careers host scan', 'careers host scan --again error'],
  'host person': ['careers host person ada@example.com --export ada'],
  'host erase': [
    'careers host erase --address ada@example.com --dry-run',
    'careers host erase --expired',
  ],
  'host clear-samples': ['careers host clear-samples'],
  'host backup': ['careers host backup /backups/2026-01-31'],
  'host restore': ['DATA_DIR=/srv/careers careers host restore /backups/2026-01-31'],
};

export function addExamples(command: Command, path = ''): void {
  for (const child of command.commands) {
    const childPath = `${path} ${child.name()}`.trim();
    const lines = examples[childPath];
    if (lines)
      child.addHelpText('after', `\nExamples:\n${lines.map((line) => `  ${line}\n`).join('')}`);
    addExamples(child, childPath);
  }
}
