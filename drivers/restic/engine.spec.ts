// Real repositories of restic in directories: what every engine must do, what is left after kills, and damage.
import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { needing } from '../../scripts/needs.mjs'
import { backupEngineCases, fetched, sample, toStore } from '../backup-engine.cases.ts'
import type { BackupEngine, BackupError, BackupRepository } from '../backup-engine.ts'
import { testingClock } from '../testing-clock.ts'
import { errorOf } from './command.ts'
import { makeResticEngine } from './engine.ts'

const here = { clock: testingClock(), searchPath: process.env.PATH ?? '' }
const never = new AbortController().signal
const quietly = { signal: never, onProgress: () => undefined }

const rooted = async () => {
  const root = await mkdtemp(join(tmpdir(), 'restic-'))
  await mkdir(join(root, 'tapes'))
  return root
}

const repository: BackupRepository = { place: { kind: 'directory', folder: 'tapes' }, id: 'r1', key: 'a secret key' }

describe('restic', needing('restic'), () => {
  backupEngineCases('restic', async () => {
    const root = await rooted()
    return {
      engine: makeResticEngine({ ...here, root }),
      repository,
      end: () => rm(root, { recursive: true, force: true }),
    }
  })

  describe('a repository in a directory', () => {
    let root: string
    let engine: BackupEngine
    beforeEach(async () => {
      root = await rooted()
      engine = makeResticEngine({ ...here, root })
      await engine.create(repository)
    })
    afterEach(() => rm(root, { recursive: true, force: true }))

    /** Runs restic beside the engine, as a server does that is killed later. */
    const restic = (...args: string[]) =>
      spawn('restic', ['--no-cache', ...args], {
        env: { PATH: process.env.PATH, RESTIC_REPOSITORY: join(root, 'tapes/r1'), RESTIC_PASSWORD: repository.key },
        stdio: ['pipe', 'ignore', 'ignore'],
      })

    test('is not taken for complete after the end of the server that wrote it', async () => {
      const bytes = sample(2_000_000, 5)
      // its input ends early, as if the server had been killed
      const child = restic('backup', '--stdin', '--stdin-filename', 'bytes', '--tag', 'one')
      child.stdin.end(bytes.subarray(0, 700_000))
      expect(await once(child, 'close')).toEqual([0, null])
      expect(await engine.has(repository, 'one', bytes.length)).toBe(false)
      await engine.store(repository, toStore('one', bytes), quietly)
      expect(await engine.has(repository, 'one', bytes.length)).toBe(true)
      expect(Buffer.compare(await fetched(engine, repository, 'one'), bytes)).toBe(0)
      await engine.forget(repository, ['one'])
      expect(await engine.has(repository, 'one', 700_000)).toBe(false)
    })

    test('goes on after restic was killed, and removes its stale lock', async () => {
      const child = restic('backup', '--stdin', '--stdin-filename', 'bytes', '--tag', 'one')
      const locks = join(root, 'tapes/r1/locks')
      child.stdin.on('error', () => undefined)
      child.stdin.write(sample(1_000_000, 5))
      const complete = async () => (await readdir(locks)).filter((name) => /^[0-9a-f]{64}$/.test(name))
      while ((await complete()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
      child.kill('SIGKILL')
      await once(child, 'close')
      expect((await complete()).length).toBe(1)
      const bytes = sample(1_000_000, 6)
      await engine.store(repository, toStore('one', bytes), quietly)
      await engine.prune(repository, never)
      expect(await readdir(locks)).toEqual([])
      expect(Buffer.compare(await fetched(engine, repository, 'one'), bytes)).toBe(0)
    })

    test('finds a flipped byte, and does not return it', async () => {
      const bytes = sample(2_000_000, 5)
      await engine.store(repository, toStore('one', bytes), quietly)
      await flipByte(await largestFile(join(root, 'tapes/r1/data')))
      await expect(engine.verify(repository, undefined, never)).rejects.toMatchObject({ code: 'corrupted' })
      await expect(fetched(engine, repository, 'one')).rejects.toMatchObject({ code: 'corrupted' })
    })

    test('finds it when it reads that part, and in no other', async () => {
      await engine.store(repository, toStore('one', sample(2_000_000, 5)), quietly)
      await flipByte(await largestFile(join(root, 'tapes/r1/data')))
      const codes: unknown[] = []
      for (let number = 1; number <= 3; number++)
        codes.push(
          await engine.verify(repository, { number, of: 3 }, never).then(
            () => 'whole',
            (error: BackupError) => error.code,
          ),
        )
      expect(codes.toSorted()).toEqual(['corrupted', 'whole', 'whole'])
    })

    test('stores little for what it has already', async () => {
      const bytes = sample(4_000_000, 5)
      await engine.store(repository, toStore('one', bytes), quietly)
      const before = await engine.size(repository)
      bytes.fill(9, 3_999_000)
      await engine.store(repository, toStore('two', bytes), quietly)
      expect(await engine.size(repository)).toBeLessThan(before * 1.6)
    })

    test('shows its key to nobody', async () => {
      const reading = engine.store(
        repository,
        {
          tag: 'one',
          size: 4,
          async *read() {
            const all = await Promise.all(
              (await readdir('/proc'))
                .filter((name) => /^\d+$/.test(name))
                .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
            )
            const ours = all.filter((line) => line.includes('--stdin-filename'))
            expect(ours.length).toBeGreaterThan(0)
            expect(ours.join(' ')).not.toContain(repository.key)
            yield Uint8Array.of(1, 2, 3, 4)
          },
        },
        quietly,
      )
      expect((await reading).size).toBe(4)
    })

    test('is not looked for outside the root', async () => {
      await symlink('/tmp', join(root, 'out'))
      for (const folder of ['..', 'out', '../..'])
        await expect(engine.check({ kind: 'directory', folder })).rejects.toMatchObject({ code: 'refused' })
      await expect(engine.check({ kind: 'directory', folder: 'absent' })).rejects.toMatchObject({ code: 'gone' })
    })
  })

  test('a full target is said to be full', needing('mount'), async () => {
    const root = await rooted()
    await makeResticEngine({ ...here, root }).create(repository)
    const program = await mounting(root, 'data', 'size=4m')
    const bytes = { tag: 'one', size: 40 * 2 ** 20, read: randomPieces }
    const storing = makeResticEngine({ ...here, root, program }).store(repository, bytes, quietly)
    await expect(storing).rejects.toMatchObject({ code: 'full' })
    await rm(root, { recursive: true, force: true })
  })

  test('a target without room for a lock forgets nothing, says so, and can be read', needing('mount'), async () => {
    const root = await rooted()
    const engine = makeResticEngine({ ...here, root })
    await engine.create(repository)
    const bytes = sample(100_000, 5)
    await engine.store(repository, toStore('one', bytes), quietly)
    const full = makeResticEngine({ ...here, root, program: await mounting(root, 'locks', 'nr_inodes=1') })
    await expect(full.forget(repository, ['one'])).rejects.toMatchObject({ code: 'full' })
    await expect(full.prune(repository, never)).rejects.toMatchObject({ code: 'full' })
    await full.verify(repository, undefined, never)
    expect(Buffer.compare(await fetched(full, repository, 'one'), bytes)).toBe(0)
    await rm(root, { recursive: true, force: true })
  })
})

/** A restic for which a folder of the repository is a file system of its own. */
async function mounting(root: string, folder: string, options: string): Promise<string> {
  const program = join(root, 'restic')
  const mount = `mount -t tmpfs -o ${options} tmpfs ${join(root, 'tapes/r1', folder)}`
  const script = `#!/bin/sh\nexec unshare --mount sh -c '${mount} && exec restic "$@"' restic "$@"\n`
  await writeFile(program, script, { mode: 0o755 })
  return program
}

describe('a target that never answers', () => {
  let root: string
  let engine: BackupEngine
  const clock = testingClock()
  beforeEach(async () => {
    root = await rooted()
    const program = join(root, 'restic')
    // lists one backup if it is asked without a tag that begins with `no`, and begins to return it
    const listed = JSON.stringify([{ id: '0'.repeat(64), tags: ['one'] }])
    const script = `#!/bin/sh\ncase "$*" in *snapshots*no-*) ;; *snapshots*) echo '${listed}'; exit;; *dump*) echo begin;; esac\nexec sleep 600\n`
    await writeFile(program, script, { mode: 0o755 })
    engine = makeResticEngine({ clock, searchPath: here.searchPath, root, program })
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  /** Lets time pass until it has ended. */
  async function outlasted(work: Promise<unknown>) {
    const over = new AbortController()
    const end = () => over.abort()
    work.then(end, end)
    for (let tries = 0; tries < 2000 && !over.signal.aborted; tries++) {
      await clock.advance(6_000_000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    if (!over.signal.aborted) throw new Error('it waits for ever')
    return work
  }

  test.each([
    ['looking something up', () => engine.has(repository, 'no-1', 1)],
    ['forgetting', () => engine.forget(repository, ['one'])],
    ['creating', () => engine.create(repository)],
    // more than a pipe holds
    ['storing', () => engine.store(repository, toStore('one', sample(1_000_000, 5)), quietly)],
    ['its size', () => engine.size(repository)],
    ['loading', () => fetched(engine, repository, 'one')],
    ['pruning', () => engine.prune(repository, never)],
    ['verifying', () => engine.verify(repository, undefined, never)],
  ])('is given up: %s', async (_, begin) => {
    await expect(outlasted(begin())).rejects.toMatchObject({ code: 'slow' })
  })
})

/** Passes the limit of what makes no progress four times, and looks whether restic was given up. */
async function verifying(says: string) {
  const root = await rooted()
  const [clock, program] = [testingClock(), join(root, 'restic')]
  execFileSync('mkfifo', [join(root, 'tick'), join(root, 'said')])
  // one line each time that it is told to, and then a word that it was printed; it ends when the pipe is closed
  const line = `n=$((n + 1)); printf '${says}\\n' $n $n; echo said >&4`
  await writeFile(
    program,
    `#!/bin/sh\nexec 3<${root}/tick 4>${root}/said\nn=0\nwhile read -r _ <&3; do ${line}; done\n`,
    {
      mode: 0o755,
    },
  )
  const engine = makeResticEngine({ clock, searchPath: here.searchPath, root, program })
  const outcome = engine.verify(repository, undefined, never).then(
    () => 'done',
    (error: BackupError) => error.code,
  )
  const tick = await open(join(root, 'tick'), 'w')
  const said = await open(join(root, 'said'))
  const over = new AbortController()
  void outcome.then(() => over.abort())
  for (let n = 0; n < 8 && !over.signal.aborted; n++) {
    // nobody reads once restic was given up, and then the word is the end of the pipe
    await tick.write('tick\n').catch(() => undefined)
    await said.read(Buffer.alloc(16))
    // what it printed came before its word, so this turn of the event loop has read it
    await new Promise((resolve) => setImmediate(resolve))
    await clock.advance(400_000)
  }
  await said.close()
  await tick.close()
  const seen = await outcome
  await rm(root, { recursive: true, force: true })
  return seen
}

describe('work on a whole repository', () => {
  test('may take as long as it makes progress', async () => {
    expect(await verifying('[0:%d0] 12.50%%  %d / 24 packs')).toBe('done')
  })

  test('is given up when only its clock goes on', async () => {
    expect(await verifying('[0:%d0] 12.50%%  3 / 24 packs')).toBe('slow')
  })
})

async function* randomPieces() {
  for (let n = 0; n < 40; n++) yield randomBytes(2 ** 20)
}

const codeOf = (text: string) => errorOf(text).code

test('messages say what is wrong, without paths', () => {
  expect(codeOf('Fatal: wrong password or no key found')).toBe('wrong_key')
  expect(codeOf('Save(<data/1234>) returned error: write /mnt/x: no space left on device')).toBe('full')
  expect(codeOf('unable to create lock in backend: repository is already locked by PID 7')).toBe('busy')
  expect(codeOf('subprocess ssh: Host key verification failed.')).toBe('refused')
  expect(codeOf('subprocess ssh: ssh: connect to host 10.0.0.1 port 22: Connection refused')).toBe('unreachable')
  expect(codeOf('Fatal: unable to open config file: Lstat: stat /mnt/x/config: no such file or directory')).toBe('gone')
  expect(errorOf('Fatal: something at /mnt/secret/place\u001b[0m').message).toBe(
    'restic failed: Fatal: something at a file [0m',
  )
})

async function flipByte(path: string): Promise<void> {
  const handle = await open(path, 'r+')
  const [{ size }, one] = [await handle.stat(), Buffer.alloc(1)]
  await handle.chmod(0o600)
  await handle.read(one, 0, 1, Math.floor(size / 2))
  await handle.write(Buffer.of(one[0]! ^ 1), 0, 1, Math.floor(size / 2))
  await handle.close()
}

async function largestFile(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' })
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), found: await stat(join(folder, name)) })),
  )
  return files.filter(({ found }) => found.isFile()).toSorted((a, b) => b.found.size - a.found.size)[0]!.path
}
