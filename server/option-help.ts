// The option table for people: `--help` and the README.
import {
  OPTION_NAMES,
  type OptionName,
  OPTIONS,
  PASSWORD_HELP,
  PASSWORD_VARIABLE,
  type Row,
  variableOf,
} from './option-table.ts'

const COMMANDS = `Rackwright: the control plane and its web console

  node dist/server/main.js [options]             each option is also an environment variable
  node dist/server/main.js backup FILE [--verify]     write a backup, beside a running server or without one, and read it back
  node dist/server/main.js backup FILE --target NAME [--take-over]
                                                 store it at a backup target instead; FILE gets what a restore needs to find it
  node dist/server/main.js restore FILE [--verify] [--backup ID]
                                                 fill an empty data directory and database, or only check the file; ID is one
                                                 of several backups at a target
  node dist/server/main.js restore FILE --take-over [--original DIR] [--machines URI] [--network REMOTE]
                                                 and adopt the running machines and the VPCs of the original, whose data
                                                 directory is DIR now if it was moved
  node dist/server/main.js reset-password --user NAME [--silo NAME]
                                                 print a new password, and end the user's sessions and tokens
  node dist/server/main.js audit-begin-again --reason TEXT
                                                 seal the audit log again that does not continue its last checkpoint
  node dist/server/main.js move-volumes --machines URI --volumes rbd:POOL [--remove-old]
                                                 move the disks from files to Ceph while all instances are stopped
  (in a checkout: npm start -- [options], npm run backup -- FILE, and so on; all but the first take --data, --database-url
  and --secret-key-file)
`
const HELP_COLUMN = 40
const WIDTH = 120

interface Line {
  option: string
  variable: string
  help: string
}

const LINES: Line[] = [
  ...OPTION_NAMES.map((name) => ({ option: optionOf(name), variable: variableOf(name), help: helpOf(name) })),
  { option: '--version', variable: '', help: 'print the version' },
  { option: '--help', variable: '', help: 'print this list' },
  { option: '', variable: PASSWORD_VARIABLE, help: PASSWORD_HELP },
]

function optionOf(name: OptionName): string {
  const { argument }: Row = OPTIONS[name]
  return argument === undefined ? `--${name}` : `--${name} ${argument}`
}

function helpOf(name: OptionName): string {
  const { argument, fallback, help }: Row = OPTIONS[name]
  return argument === undefined || fallback === undefined ? help : `${help} (\`${fallback}\`)`
}

export const HELP = [COMMANDS, ...LINES.map(printed), ''].join('\n')

/** The variable is below its option, the help beside both. */
function printed({ option, variable, help }: Line): string {
  const left = [option && `  ${option}`, variable && `    ${variable}`].filter(Boolean)
  const right = wrapped(help.replaceAll('`', ''), WIDTH - HELP_COLUMN)
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, row) => row)
  return rows.map((row) => ((left[row] ?? '').padEnd(HELP_COLUMN) + (right[row] ?? '')).trimEnd()).join('\n')
}

function wrapped(text: string, width: number): string[] {
  return text.split(' ').reduce<string[]>((lines, word) => {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) return [...lines, word]
    return [...lines.slice(0, -1), `${last} ${word}`]
  }, [])
}

/** The rows of the README's table. */
export const README_ROWS = LINES.map(({ option, variable, help }) =>
  `| ${[quoted(option), quoted(variable), help].join(' | ')} |`.replaceAll('|  |', '| |'),
)

function quoted(text: string): string {
  return text === '' ? '' : `\`${text}\``
}
