/** The last line of `npm ci` under an older Node, after npm's warnings about the packages' engines. */
const { npm_command: command = '', npm_config_user_agent: agent = '' } = process.env;
const npmNode = /\bnode\/v(\d+)/.exec(agent)?.[1];
const ownNode = process.versions.node;
if (command !== 'pack' && Number(npmNode) < Number.parseInt(ownNode, 10))
  process.stdout.write(
    `Installed, with Node ${ownNode} for every command: npm's engine warnings about Node ${npmNode} have no effect.\n`,
  );
