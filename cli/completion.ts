import { Argument, type Command } from 'commander';
import type { Context } from './context.ts';

const hiddenName = 'complete';

/** The scripts call `careers complete -- <words>`. If it prints nothing, the shell completes the name of a file. */
const scripts = {
  bash: `_careers() {
  local IFS=$'\\n'
  COMPREPLY=($(careers ${hiddenName} -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _careers careers
`,
  zsh: `#compdef careers
_careers() {
  local -a found
  found=(\${(f)"$(careers ${hiddenName} -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  if (( $#found )); then compadd -a found; else _files; fi
}
compdef _careers careers
`,
  fish: `function __careers
  set -l found (careers ${hiddenName} -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if set -q found[1]
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c careers -f -a '(__careers)'
`,
} as const;

export function define(program: Command, context: Context): void {
  const shells = Object.keys(scripts) as readonly (keyof typeof scripts)[];
  program
    .command('completion')
    .description('print the script that completes commands, options and their values on Tab')
    .addArgument(new Argument('<shell>', 'whose script is printed').choices(shells))
    .action((shell: (typeof shells)[number]) => {
      context.stdout.write(scripts[shell]);
    });
  program
    .command(hiddenName, { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      context.stdout.write(
        candidates(program, words)
          .map((word) => `${word}\n`)
          .join(''),
      );
    });
}

/** It calls no host. */
function candidates(program: Command, words: readonly string[]): string[] {
  const current = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = before.reduce(
    (parent, word) => parent.commands.find((child) => child.name() === word) ?? parent,
    program,
  );
  return candidatesOf(command, current, before.at(-1)).filter((word) => word.startsWith(current));
}

function candidatesOf(command: Command, current: string, previous: string | undefined): string[] {
  const help = command.createHelp();
  const option = command.options.find(({ long }) => long === previous);
  if (option?.required) return option.argChoices ?? [];
  if (current.startsWith('-'))
    return help.visibleOptions(command).flatMap(({ long }) => (long ? [long] : []));
  const values = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  return [...help.visibleCommands(command).map((child) => child.name()), ...values];
}
