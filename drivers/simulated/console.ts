// The guest behind a simulated machine's serial port: prints, echoes what is typed, and knows a handful of commands.
// It asks its machine to power off or reboot; it does not know how that is done.
import { loginPrompt } from './boot.ts'

const KIBIBYTE = 1024
const MAX_LINE_LENGTH = 4096
const LARGEST_FLOOD_KIB = 16 * 1024

export interface GuestHost {
  hostname: string
  print(bytes: Uint8Array): void
  uptime(): number
  poweroff(): void
  reboot(): void
}

/** All that a guest remembers from one key to the next. */
export interface GuestState {
  /** Nobody listens at the other end before the login prompt is there. */
  up: boolean
  user: string
  line: number[]
  escape: '' | 'begun' | 'sequence'
  after_return: boolean
}

export const newGuest = (): GuestState => ({ up: false, user: '', line: [], escape: '', after_return: false })

export class Guest {
  readonly #state: GuestState
  readonly #host: GuestHost

  /** `state` is modified. */
  constructor(state: GuestState, host: GuestHost) {
    this.#state = state
    this.#host = host
  }

  print(text: string) {
    this.#host.print(new TextEncoder().encode(text))
  }

  down() {
    Object.assign(this.#state, newGuest())
  }

  input(bytes: Uint8Array) {
    for (const byte of bytes) {
      if (!this.#state.up) return
      this.#key(byte)
    }
  }

  #key(byte: number) {
    const after_return = this.#state.after_return
    this.#state.after_return = byte === 0x0d
    if (this.#insideEscape(byte)) return
    if (byte === 0x0d) this.#enter()
    else if (byte === 0x0a) {
      // terminals that send CR LF mean one Enter
      if (!after_return) this.#enter()
    } else if (byte === 0x08 || byte === 0x7f) this.#erase()
    else if (byte === 0x03) this.#restart('^C\r\n')
    else if (byte === 0x04) this.#logout()
    else if (byte === 0x15) while (this.#state.line.length > 0) this.#erase()
    else if (byte >= 0x20 && this.#state.line.length < MAX_LINE_LENGTH) {
      this.#state.line.push(byte)
      this.#host.print(Uint8Array.of(byte))
    }
  }

  /** Arrow and function keys come as sequences; echoed raw they would move the viewer's cursor about. */
  #insideEscape(byte: number): boolean {
    if (byte === 0x1b) this.#state.escape = 'begun'
    else if (this.#state.escape === 'begun') this.#state.escape = byte === 0x5b || byte === 0x4f ? 'sequence' : ''
    else if (this.#state.escape === 'sequence') {
      if (byte >= 0x40 && byte <= 0x7e) this.#state.escape = ''
    } else return false
    return true
  }

  #erase() {
    // one character may be several bytes
    let byte = this.#state.line.pop()
    if (byte === undefined) return
    while (byte !== undefined && (byte & 0xc0) === 0x80) byte = this.#state.line.pop()
    this.print('\b \b')
  }

  #restart(text: string) {
    this.#state.line = []
    this.print(text + this.#prompt())
  }

  #logout() {
    if (this.#state.line.length > 0) return
    this.#state.user = ''
    this.#restart('\r\n\r\n')
  }

  #prompt() {
    return this.#state.user ? `${this.#state.user}@${this.#host.hostname}:~$ ` : loginPrompt(this.#host.hostname)
  }

  #enter() {
    const line = new TextDecoder().decode(Uint8Array.from(this.#state.line)).trim()
    this.#state.line = []
    this.print('\r\n')
    const [command = '', ...words] = line.split(/\s+/)
    if (line) this.#run(command, words)
    if (this.#state.up) this.print(this.#prompt())
  }

  /** Commands work before logging in as well: nobody is named poweroff, and a script should not need a name. */
  #run(command: string, words: string[]) {
    const known = this.#commands[command]
    if (known) known(words)
    else if (this.#state.user) this.print(`${command}: not found, try help\r\n`)
    else this.#state.user = command.slice(0, 32)
  }

  readonly #commands: Record<string, (words: string[]) => void> = {
    __proto__: null as never,
    help: () => this.print('help, hostname, whoami, uptime, echo WORDS, yes-flood KIB, exit, reboot, poweroff\r\n'),
    hostname: () => this.print(`${this.#host.hostname}\r\n`),
    whoami: () => this.print(`${this.#state.user || 'nobody'}\r\n`),
    uptime: () => this.print(`up ${Math.floor(this.#host.uptime() / 1000)} s\r\n`),
    echo: (words) => this.print(`${words.join(' ')}\r\n`),
    exit: () => {
      this.#state.user = ''
    },
    'yes-flood': ([kib]) => this.#flood(Number(kib ?? 1)),
    reboot: () => this.#host.reboot(),
    poweroff: () => this.#host.poweroff(),
  }

  #flood(kib: number) {
    if (!Number.isInteger(kib) || kib < 1 || kib > LARGEST_FLOOD_KIB)
      return this.print(`yes-flood: give a number of KiB from 1 to ${LARGEST_FLOOD_KIB}\r\n`)
    const piece = new TextEncoder().encode(`${'y'.repeat(62)}\r\n`.repeat(KIBIBYTE / 64))
    for (let n = 0; n < kib; n++) this.#host.print(piece)
  }
}
