// Commands that are not a single operation.
import type { Option } from './args.ts'
import type { Command } from './command.ts'

const project: Option = {
  name: 'project',
  kind: 'string',
  value: 'NAME|ID',
  help: 'name or ID; not needed with the ID of an instance',
}
const text = (name: string, help: string, more: Partial<Option> = {}): Option => ({
  name,
  kind: 'string',
  value: 'TEXT',
  help,
  ...more,
})
const some = (...options: Option[]) => ({ options: async () => options })

const blockSize = text('block-size', 'bytes in a block: 512, 2048 or 4096 (512)', {
  value: 'N',
  choices: ['512', '2048', '4096'],
})
const RESUME = 'If it is interrupted, run the same command again: it continues with the chunks that are missing.'

const downloadOf = (noun: string, load: Command['load']): Command => ({
  words: `${noun} download`,
  positionals: 'FILE',
  summary: `Save the bytes of ${noun === 'image' ? 'an image' : `a ${noun}`} to a sparse raw file.`,
  details: 'If it is interrupted, run the same command again: it continues where it stopped.',
  ...some(
    { ...project, help: `name or ID; not needed with the ID of the ${noun}` },
    text(noun, 'name or ID', { value: 'NAME|ID', required: true }),
  ),
  load,
})

export const own: readonly Command[] = [
  {
    words: 'login',
    positionals: 'HOST',
    summary: 'Log in to a host and save the token.',
    details:
      'Prints a code and an address. Open the address in a browser, on any machine, and enter the code.\nHOST is a name (https) or a URL.',
    ...some(
      text('as', 'name of the profile (the name of the host)', { value: 'NAME' }),
      { name: 'browser', kind: 'boolean', help: 'open a browser; --no-browser turns this off' },
      { name: 'token-stdin', kind: 'boolean', help: 'read a token from standard input instead' },
    ),
    load: async () => (await import('./own/login.ts')).login,
  },
  {
    words: 'logout',
    summary: 'Log out of a host: revoke its token and forget it.',
    ...some(),
    load: async () => (await import('./own/profile.ts')).logout,
  },
  {
    words: 'whoami',
    summary: 'Show the user, the silo and the host.',
    ...some(),
    load: async () => (await import('./own/profile.ts')).whoami,
  },
  {
    words: 'profile list',
    summary: 'List the hosts that you logged in to.',
    ...some(),
    load: async () => (await import('./own/profile.ts')).list,
  },
  {
    words: 'profile use',
    positionals: 'NAME',
    summary: 'Choose the profile that commands use.',
    ...some(),
    load: async () => (await import('./own/profile.ts')).use,
  },
  {
    words: 'profile delete',
    positionals: 'NAME',
    summary: 'Delete a profile without logging out.',
    ...some(),
    load: async () => (await import('./own/profile.ts')).remove,
  },
  {
    words: 'api',
    positionals: 'METHOD PATH',
    summary: 'Send any request, as in rackwright api GET /v1/projects.',
    ...some({ name: 'json-body', kind: 'string', value: 'FILE', help: 'the body as JSON; - reads standard input' }),
    load: async () => (await import('./own/api.ts')).api,
  },
  {
    words: 'instance serial console',
    summary: 'Connect to the serial console of an instance.',
    details:
      'Ctrl-] starts a command: q disconnects, r tells the guest the size of the terminal (types an stty command), Ctrl-] sends\nCtrl-] itself, ? shows this. The connection is restored when it breaks.',
    ...some(
      project,
      text('instance', 'name or ID', { value: 'NAME|ID', required: true }),
      text('history', 'bytes of earlier output to show (262144)', { value: 'N', kind: 'number' }),
    ),
    load: async () => (await import('./own/serial.ts')).serialConsole,
  },
  {
    words: 'instance wait',
    summary: 'Wait for an instance to reach a state.',
    ...some(
      project,
      text('instance', 'name or ID', { value: 'NAME|ID', required: true }),
      text('state', 'state to wait for, as in running or stopped', { value: 'STATE', required: true }),
      text('timeout', 'seconds to wait (300)', { value: 'N', kind: 'number' }),
    ),
    load: async () => (await import('./own/wait.ts')).wait,
  },
  {
    words: 'image upload',
    positionals: 'FILE|URL',
    summary: 'Upload a disk image file, or have the host fetch one.',
    details: `The file is raw, or compressed with gzip, xz or zstd. Racks with real machines take qcow2 and VMDK too.\n${RESUME}`,
    ...some(
      text('project', 'name or ID', { value: 'NAME|ID', required: true }),
      text('name', 'name of the image', { value: 'NAME', required: true }),
      text('description', 'description of the image'),
      text('os', 'operating system, as in Debian', { required: true }),
      text('version', 'version of the operating system', { required: true }),
      blockSize,
    ),
    load: async () => (await import('./own/upload.ts')).imageUpload,
  },
  {
    words: 'disk import',
    positionals: 'FILE',
    summary: 'Create a disk with the content of a file.',
    details: RESUME,
    ...some(
      text('project', 'name or ID', { value: 'NAME|ID', required: true }),
      text('name', 'name of the disk', { value: 'NAME', required: true }),
      text('description', 'description of the disk'),
      text('size', 'size of the disk, as in 10GiB (the file, in whole GiB)', { value: 'N', kind: 'number' }),
      blockSize,
    ),
    load: async () => (await import('./own/upload.ts')).diskImport,
  },
  downloadOf('disk', async () => (await import('./own/download.ts')).diskDownload),
  downloadOf('snapshot', async () => (await import('./own/download.ts')).snapshotDownload),
  downloadOf('image', async () => (await import('./own/download.ts')).imageDownload),
  {
    words: 'audit verify',
    summary: 'Verify the audit log, and say what is proven and what is not.',
    details:
      'Reads the whole log and computes its hashes here. Keep the checkpoint that it prints in a safe place: with --checkpoint, a log\n' +
      'that was shortened or recomputed since then is found. Fails if there is a problem.',
    ...some(
      text('file', 'an export to read instead of asking the host', { value: 'FILE' }),
      text('checkpoint', 'a file with checkpoints that you kept: as printed, as logged, or an export', {
        value: 'FILE',
      }),
    ),
    load: async () => (await import('./own/audit.ts')).verify,
  },
  {
    words: 'completion',
    positionals: 'bash|zsh|fish',
    summary: 'Print a shell completion script.',
    details:
      'bash: source <(rackwright completion bash)\nzsh:  source <(rackwright completion zsh)\nfish: rackwright completion fish | source',
    ...some(),
    load: async () => (await import('./own/completion.ts')).completion,
  },
]
