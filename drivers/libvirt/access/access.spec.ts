// What the driver does on a host, on this machine and over SSH.
import { createServer, type Server } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { appendFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { needing } from '../../../scripts/needs.mjs'
import { startTestDaemon, type TestDaemon } from '../testing/daemon.ts'
import { startSshd, type TestSshd } from '../testing/sshd.ts'
import type { HostAccess } from './host-access.ts'
import { thisMachine } from './local.ts'
import { makeSshAccess, type SshAccess } from './ssh.ts'

const timeoutMs = 14_000
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

const until = async (look: () => boolean | Promise<boolean>) => {
  for (let tries = 0; tries < 500; tries++) {
    if (await look()) return
    await sleep(20)
  }
  throw new Error('it never happened')
}

function echoing(path: string): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket))
  return new Promise((resolve) => server.listen(path, () => resolve(server)))
}

describe('a host', needing('hosts'), () => {
  let folder: string
  let daemon: TestDaemon
  let sshd: TestSshd
  let access: SshAccess
  beforeAll(async () => {
    daemon = await startTestDaemon()
    sshd = await startSshd(daemon)
  })
  afterAll(async () => {
    await sshd.stop()
    await daemon.remove()
  })
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "rw-access ' -"))
    access = makeSshAccess(sshd.at, sshd.files)
  })
  afterEach(() => {
    access.close()
    rmSync(folder, { recursive: true, force: true })
  })

  describe.each<[string, () => HostAccess]>([
    ['this machine', () => thisMachine],
    ['over SSH', () => access],
  ])('%s', (_, host) => {
    test('programs get their arguments as they are, and answer with output, complaint and code', async () => {
      const odd = `it's "$HOME" \`id\` * \\ \n ; exit 9`
      const ran = await host().run(['sh', '-c', 'printf %s "$1"; cat; echo oh >&2; exit 3', 'sh', odd], {
        timeoutMs,
        input: 'from here',
      })
      expect(ran).toMatchObject({ code: 3, output: `${odd}from here`, complaint: 'oh\n' })
      expect((await host().run(['no-such-program-anywhere'], { timeoutMs })).code).toBe(127)
    })

    test('a program that takes too long is an error of the host', async () => {
      await expect(host().run(['sleep', '60'], { timeoutMs: 500 })).rejects.toMatchObject({ code: 'host' })
    })

    test('files are written, read in parts, grown, listed and moved', async () => {
      const own = join(folder, 'a', 'b')
      await host().makeFolder(own)
      expect((await stat(own)).mode & 0o777).toBe(0o700)
      const file = join(own, 'x y')
      const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 256)
      await host().write(file, bytes)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      await host().write(join(own, 'open'), 'seen', 0o644)
      expect((await stat(join(own, 'open'))).mode & 0o777).toBe(0o644)
      await host().append(file, Uint8Array.of(1, 2, 3))
      const { ino: inode, size } = await stat(file)
      expect(size).toBe(70_003)
      const entries = (await host().list(own)).sort((one, other) => one.name.localeCompare(other.name))
      expect(entries).toMatchObject([
        { name: 'open', size: 4 },
        { name: 'x y', size, inode },
      ])
      expect(await host().read(file, 69_999, 3)).toEqual({ inode, bytes: Uint8Array.of(69_999 % 256, 1, 2) })
      expect(await host().read(file, 80_000, 3)).toEqual({ inode, bytes: new Uint8Array() })
      await host().rename(file, join(own, 'z'))
      await host().rename(file, join(own, 'z'))
      expect((await host().list(own)).map(({ name }) => name).sort()).toEqual(['open', 'z'])
      expect(await host().read(file, 0, 3)).toBeUndefined()
      await host().removeFolder(own)
      await host().removeFolder(own)
      expect(await host().list(own)).toEqual([])
    })

    test('a file that grows or is replaced is noticed', async () => {
      const file = join(folder, 'log')
      await writeFile(file, 'one')
      let noticed = 0
      const stop = host().watch(file, () => noticed++)
      await until(async () => {
        await appendFile(file, 'two')
        return noticed > 0
      })
      stop()
    })

    test('a socket carries bytes both ways until either side ends', async () => {
      const path = join(folder, 'socket')
      const server = await echoing(path)
      const socket = await host().connect(path)
      const bytes = Buffer.from(Uint8Array.from({ length: 300_000 }, (_, n) => n % 251))
      const received: Buffer[] = []
      socket.on('data', (piece: Buffer) => received.push(piece))
      socket.end(bytes)
      await once(socket, 'close')
      expect(Buffer.concat(received).equals(bytes)).toBe(true)
      server.close()
      await expect(host().connect(join(folder, 'nobody'))).rejects.toMatchObject({ code: 'ENOENT' })
    })

    test('what is followed ends when it is killed, on the host too', async () => {
      const file = join(folder, 'pid')
      const child = await host().follow(['sh', '-c', 'echo $$ > "$1"; exec sleep 600', 'sh', file])
      await until(async () => (await readFile(file, 'utf8').catch(() => '')) !== '')
      const pid = Number(await readFile(file, 'utf8'))
      child.kill('SIGKILL')
      await until(() => {
        try {
          process.kill(pid, 0)
          return false
        } catch {
          return true
        }
      })
    })

    test('what is followed ends with its program', async () => {
      const child = await host().follow(['sh', '-c', 'echo over'])
      expect(text((await once(child.stdout!, 'data'))[0] as Buffer)).toBe('over\n')
      if (child.exitCode === null) await once(child, 'close')
    })
  })

  test('many at once share one connection, and viewers do not keep others out', async () => {
    const followed = await Promise.all(Array.from({ length: 12 }, () => access.follow(['sleep', '600'])))
    const answers = Array.from({ length: 20 }, (_, n) => access.run(['echo', String(n)], { timeoutMs }))
    expect((await Promise.all(answers)).map(({ output }) => output.trim())).toEqual(answers.map((_, n) => String(n)))
    for (const child of followed) child.kill('SIGKILL')
  })

  test('programs that take minutes leave turns to others', async () => {
    const wait = ['sh', '-c', 'until [ -e "$0" ]; do sleep 0.05; done', join(folder, 'enough')]
    const long = Array.from({ length: 6 }, () => access.run(wait, { timeoutMs: 180_000 }))
    expect(await access.run(['echo', 'short'], { timeoutMs })).toMatchObject({ output: 'short\n' })
    await writeFile(join(folder, 'enough'), '')
    expect((await Promise.all(long)).map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 0))
  })

  test('a host that stops answering is an error within 15 seconds, and delays no other', async () => {
    await access.run(['true'], { timeoutMs })
    sshd.signal('SIGSTOP')
    try {
      const begun = Date.now()
      const failing: Promise<unknown>[] = [
        access.run(['true'], { timeoutMs: 30_000 }),
        access.list(folder),
        access.connect('/nobody'),
      ]
      // more than have a turn at once
      for (let n = 0; n < 20; n++) failing.push(access.list(folder))
      expect((await thisMachine.run(['echo', 'here'], { timeoutMs })).code).toBe(0)
      for (const each of await Promise.allSettled(failing))
        expect(each).toMatchObject({ status: 'rejected', reason: { code: 'host' } })
      expect(Date.now() - begun).toBeLessThan(15_000)
      expect(access.trouble()).toMatchObject({ code: 'unreachable' })
      // a new connection as well
      const other = makeSshAccess(sshd.at, sshd.files)
      await expect(other.run(['true'], { timeoutMs })).rejects.toMatchObject({ code: 'host' })
      other.close()
    } finally {
      sshd.signal('SIGCONT')
    }
    await until(() =>
      access.run(['true'], { timeoutMs }).then(
        () => true,
        () => false,
      ),
    )
    expect(access.trouble()).toBeUndefined()
  })

  test('a host that is gone fails at once, and works again when it is back', async () => {
    await access.run(['true'], { timeoutMs })
    await sshd.stop()
    await expect(access.run(['true'], { timeoutMs })).rejects.toMatchObject({ code: 'host' })
    expect(access.trouble()).toMatchObject({ code: 'unreachable' })
    await sshd.start()
    expect((await access.run(['echo', 'back'], { timeoutMs })).code).toBe(0)
    expect(access.trouble()).toBeUndefined()
  })

  test('a host with another key is not talked to', async () => {
    await access.run(['true'], { timeoutMs })
    await sshd.stop()
    sshd.changeKey()
    await sshd.start()
    const marker = join(folder, 'marker')
    await mkdir(folder, { recursive: true })
    await expect(access.run(['touch', marker], { timeoutMs })).rejects.toMatchObject({ code: 'host' })
    expect(access.trouble()).toMatchObject({ code: 'host_key_changed' })
    await expect(stat(marker)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
