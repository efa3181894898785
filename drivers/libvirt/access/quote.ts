// A command as one line for a shell. SSH joins what it is given with spaces and has a shell of the host read it, so every part is quoted.

/** Between single quotes a shell leaves everything alone, except a single quote. */
const quoted = (part: string) => `'${part.replaceAll("'", `'\\''`)}'`

export function shellLine(command: readonly string[]): string {
  if (command.length === 0) throw new Error('there is no command')
  // the end of a string for the system: what follows would be cut off
  if (command.some((part) => part.includes('\0'))) throw new Error('a part of a command has a zero byte')
  return command.map(quoted).join(' ')
}
