// The layers ("rooms") of the repository and what each may import. The table is the rule; exceptions are listed with their reason.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

interface Room {
  /** Rooms, or single files. */
  rooms: readonly string[]
  /** Type imports only. */
  types?: readonly string[]
  packages: readonly RegExp[]
  /** Clock, randomness and host are parameters, so that tests and the browser can supply their own. */
  pure?: true
}

const REACT = [
  /^react(-dom|-router|-hook-form)?(\/|$)/,
  /^@tanstack\/(react-query|query-core)$/,
  /^@base-ui\/react\//,
  /^@lucide\/icons$/,
]

const ROOMS: Record<string, Room> = {
  contract: { rooms: [], packages: [/^zod$/], pure: true },
  control: {
    rooms: ['contract'],
    types: [
      'drivers/machines.ts',
      'drivers/migrations.ts',
      'drivers/clock.ts',
      'drivers/driver-error.ts',
      'drivers/screen.ts',
      'drivers/serial-console.ts',
      'drivers/statistics.ts',
      'drivers/recall.ts',
      'drivers/backup-engine.ts',
      'drivers/blocks.ts',
      'drivers/fabric.ts',
      'drivers/fence.ts',
      'drivers/hardware.ts',
      'drivers/hosts.ts',
      'drivers/network.ts',
      'drivers/rack.ts',
      'zod',
    ],
    packages: [/^kysely$/, /^fflate$/, /^re2js$/, /^@peculiar\/x509$/, /^reflect-metadata\/lite$/],
    pure: true,
  },
  drivers: { rooms: [], packages: [/^hash-wasm$/], pure: true },
  server: {
    rooms: ['contract', 'control', 'drivers'],
    packages: [
      /^node:/,
      /^pg$/,
      /^libsql$/,
      /^ws$/,
      /^@hono\/node-server(\/|$)/,
      /^prom-client$/,
      /^@node-rs\/argon2$/,
      /^@node-saml\/node-saml(\/lib\/xml\.js)?$/,
      /^xml-crypto$/,
      /^nodemailer$/,
      /^@simplewebauthn\/server$/,
      /^reflect-metadata\/lite$/,
      /^openid-client$/,
    ],
  },
  cli: { rooms: ['contract'], packages: [/^node:/, /^ws$/, /^zod$/] },
  preview: {
    rooms: ['contract', 'control', 'drivers'],
    packages: [/^@sqlite\.org\/sqlite-wasm$/, /^hash-wasm$/],
  },
  console: {
    rooms: ['contract'],
    packages: [
      ...REACT,
      /^uplot/,
      /^qr$/,
      /^yaml$/,
      /^@novnc\/novnc$/,
      /^@simplewebauthn\/browser$/,
      /^@xterm\//,
      /^@fontsource-variable\//,
      /^@radix-ui\/colors/,
      /^tailwindcss$/,
    ],
  },
  build: { rooms: [], packages: [/^node:/, /^vite$/, /^marked$/] },
}

/** Each with the reason why the rule does not apply. */
const EXCEPTIONS: readonly { file: RegExp; imports: RegExp; because: string }[] = [
  { file: /^control\/db\/engines\/libsql\.ts$/, imports: /^libsql$/, because: 'an engine is its driver' },
  { file: /^control\/db\/engines\/postgres\.ts$/, imports: /^pg$/, because: 'an engine is its driver' },
  {
    file: /^control\/db\/engines\/wasm\.ts$/,
    imports: /^@sqlite\.org\/sqlite-wasm$/,
    because: 'an engine is its driver',
  },
  {
    file: /^server\/hosts\/host-setup\.ts$/,
    imports: /^\.\.\/\.\.\/packaging\/[\w.-]+\?raw$/,
    because: 'other hosts get these files',
  },
  {
    file: /^(server\/(main|cli)|preview\/worker|cli\/main)\.ts$/,
    imports: /^\.\.\/package\.json$/,
    because: 'the version is stated once',
  },
  {
    file: /^control\/simulated\//,
    imports: /^#drivers\/simulated\//,
    because: 'it stores the state of simulated hardware',
  },
  { file: /^drivers\//, imports: /^#contract\/is-zero\.ts$/, because: 'that file knows only bytes' },
  { file: /^drivers\/files\//, imports: /^node:/, because: 'it keeps volumes in files of its host' },
  { file: /^drivers\/ceph\//, imports: /^node:/, because: 'it runs programs of Ceph and keeps files for them' },
  { file: /^drivers\/libvirt\//, imports: /^node:/, because: 'it runs programs of its host and reads their files' },
  { file: /^drivers\/fence-agents\//, imports: /^node:/, because: 'it runs programs of its host' },
  { file: /^drivers\/restic\//, imports: /^node:/, because: 'it runs restic and reads directories of its host' },
  { file: /^drivers\/ovn\//, imports: /^node:/, because: 'it talks to databases and runs programs of OVN' },
  { file: /^console\/main\.ts$/, imports: /^#preview\/connect\.ts$/, because: 'the one door to the preview' },
]

const TEST_FILE = /\.(spec|cases|bench)\.tsx?$|\/testing\/|\/testing[^/]*\.ts$/
/** Layers of the console, lowest first; a file may import from its own layer and those below. '' is the console's root folder. */
const LAYERS = [
  ['util', 'theme'],
  ['ui'],
  ['', 'upload'],
  ['frame', 'table', 'form', 'action', 'chart', 'help'],
  ['features'],
]

/** Layers of control, lowest first. The folders of one layer may import each other, but not in a circle. */
const CONTROL_LAYERS = [
  ['db'],
  ['frame'],
  ['people'],
  ['silo'],
  ['network', 'storage'],
  ['compute'],
  ['alert', 'audit'],
  ['metrics', 'system'],
  ['reconcile'],
  ['plane'],
]
/** These stand beside the layers and may import all of them. Only hosts and tests import them. */
const CONTROL_EXTRAS = ['simulated', 'demo', 'testing']
/** A database schema is one list, whichever rack its tables serve. */
const SIMULATED_TABLES = /^control\/simulated\/\w+-table\.ts$/
/**
 * What a feature may take from another, by file name and lowest first: queries, then names and badges, then parts that load on demand.
 * A name can be a field that chooses by name. A host keeps the place of a part until it has loaded. A shared file may take its own kind
 * and those below.
 */
const SHARED_BY_FEATURES = [/-queries\.ts$/, /-(names?|name-field|badges?)\.tsx?$/, /\.lazy\.tsx?$|-host\.tsx$/]

const MAX_FILES = 45
/** Routes load their pages; the entry loads the app and, in the preview, its host. */
const MAY_LOAD_PAGES = /-feature\.ts$|^console\/(routes|main)\.ts$/
/** Entry points of the builds. */
const BUILD_ENTRIES = ['cli.ts', 'main.ts']

interface Import {
  from: string
  typeOnly: boolean
  /** by import() */
  lazy?: true
}

interface Source {
  file: string
  imports: Import[]
}

const here = import.meta.dirname
const textOf = (file: string) => readFileSync(join(here, file), 'utf8')
const production: Source[] = Object.keys(ROOMS).flatMap((room) => filesOf(room).map(parse))
const byFile = new Map(production.map((source) => [source.file, source]))

function filesOf(room: string, wanted = (file: string) => !TEST_FILE.test(file)): string[] {
  if (!existsSync(join(here, room))) return []
  return readdirSync(join(here, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => posix.join(room, name.replaceAll('\\', '/')))
    .filter(wanted)
}

/** Only the list of imports: turning the rest of 2,000 files into objects would take seconds. */
function parse(file: string): Source {
  const text = textOf(file)
  const { staticImports, staticExports, dynamicImports } = parseSync(file, text).module
  const imports: Import[] = staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }))
  for (const { entries } of staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest) imports.push({ from: moduleRequest.value, typeOnly: isType })
    }
  }
  for (const { moduleRequest } of dynamicImports) {
    const literal = /^'([^']+)'$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    if (literal) imports.push({ from: literal[1]!, typeOnly: false, lazy: true })
  }
  return { file, imports }
}

/** What a file calls or reads of globals: `Date.now`, `new Date()`, `setTimeout()`. */
function reachesOf(file: string): string[] {
  const reaches: string[] = []
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type === 'Identifier' && property.type === 'Identifier')
        reaches.push(`${object.name}.${property.name}`)
    },
    NewExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && callee.name === 'Date' && given.length === 0) reaches.push('new Date()')
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier') reaches.push(`${callee.name}()`)
    },
  }).visit(parseSync(file, textOf(file)).program)
  return reaches
}

const roomOf = (file: string) => file.slice(0, file.indexOf('/'))

/** 'contract/disk.ts' for '#contract/disk.ts' and for './disk.ts'; undefined for a package. */
function resolve(file: string, from: string): string | undefined {
  const path = from.replace(/\?.*$/, '')
  if (path.startsWith('#')) return path.slice(1)
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : undefined
}

const within = (path: string, allowed: readonly string[] = []) =>
  allowed.some((one) => path === one || path.startsWith(`${one}/`))

function mayImport(file: string, { from, typeOnly }: Import): boolean {
  const room = ROOMS[roomOf(file)]
  if (!room) return false
  if (EXCEPTIONS.some((exception) => exception.file.test(file) && exception.imports.test(from))) return true
  const target = resolve(file, from)
  if (target === undefined) return room.packages.some((one) => one.test(from)) || (typeOnly && within(from, room.types))
  if (roomOf(target) === roomOf(file)) return from.startsWith('.')
  return from.startsWith('#') && (within(target, room.rooms) || (typeOnly && within(target, room.types)))
}

test('there are rooms to check', () => {
  expect(production.length).toBeGreaterThan(20)
})

test('each file imports only what its room allows', () => {
  const wrong = production.flatMap(({ file, imports }) =>
    imports.filter((one) => !mayImport(file, one)).map(({ from }) => `${file} imports ${from}`),
  )
  expect(wrong).toEqual([])
})

test.each(['control', 'drivers'])('tests of %s run without the server', (room) => {
  const tests = filesOf(room, (file) => TEST_FILE.test(file)).map(parse)
  const wrong = tests.flatMap(({ file, imports }) =>
    imports.filter(({ from }) => from.startsWith('#server/')).map(({ from }) => `${file} imports ${from}`),
  )
  expect(tests.length).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test('only the server and the drivers ask for a kind of rack; others ask what it can do', () => {
  const KIND = /['"`](simulated|libvirt|ovn)['"`]/
  const wrong = production
    .map(({ file }) => file)
    .filter((file) => !within(file, ['server', 'drivers', 'contract/platform.ts']))
    .flatMap((file) =>
      textOf(file)
        .split('\n')
        .flatMap((line, n) => (KIND.test(line) ? `${file}:${n + 1} ${line.trim()}` : [])),
    )
  expect(wrong).toEqual([])
})

test('clock, randomness and host are parameters', () => {
  const FORBIDDEN =
    /^(Date\.now|new Date\(\)|Date\(\)|Math\.random|performance\.now|crypto\.(randomUUID|getRandomValues)|set(Timeout|Interval|Immediate)\(\)|process\..*|Buffer\..*)$/
  // parsing takes seconds, and most files cannot contain any of them
  const MENTION =
    /\bDate\s*(\??\.\s*now|\()|\bMath\s*\??\.\s*random|\b(performance|crypto|process|Buffer)\s*\??\.|\bset(Timeout|Interval|Immediate)\b/
  const wrong = production
    .map(({ file }) => file)
    .filter((file) => ROOMS[roomOf(file)]?.pure && MENTION.test(textOf(file)))
    .flatMap((file) =>
      reachesOf(file)
        .filter((reach) => FORBIDDEN.test(reach))
        .map((reach) => `${file}: ${reach}`),
    )
  expect(wrong).toEqual([])
})

test('the schemas stay out of the console: neither it nor the client runs zod', () => {
  const starts = production
    .map(({ file }) => file)
    .filter((file) => roomOf(file) === 'console' || /^contract\/(operations|client)\.ts$/.test(file))
  expect(wayToZod(starts)?.join(' → ')).toBeUndefined()
})

/** The shortest. */
function wayToZod(starts: readonly string[]): string[] | undefined {
  const seen = new Set<string>()
  const queue = starts.map((start) => [start])
  for (let way = queue.shift(); way; way = queue.shift()) {
    const file = way.at(-1) ?? ''
    if (seen.has(file)) continue
    seen.add(file)
    for (const { from, typeOnly } of byFile.get(file)?.imports ?? []) {
      if (typeOnly) continue
      if (/^zod(\/|$)/.test(from)) return [...way, from]
      const target = resolve(file, from)
      // the preview runs its own control plane in its own worker
      if (target && roomOf(target) !== 'preview') queue.push([...way, target])
    }
  }
  return undefined
}

test('inside the console imports point down: util, ui, wiring, kit, features, routes', () => {
  const wrong = production.flatMap(({ file, imports }) =>
    imports
      .map(({ from }) => resolve(file, from))
      .filter((target) => target !== undefined && roomOf(file) === 'console' && roomOf(target) === 'console')
      .filter((target) => layerOf(target ?? '') > layerOf(file) && !target?.endsWith('.css'))
      .map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

function layerOf(file: string): number {
  const [, first = '', rest] = file.split('/')
  if (rest === undefined && /^(routes|main|app)\.tsx?$/.test(first)) return LAYERS.length
  const folder = rest === undefined ? '' : first
  return LAYERS.findIndex((layer) => layer.includes(folder))
}

test('inside control imports point down', () => {
  const wrong = production.flatMap(({ file, imports }) =>
    imports
      .flatMap(({ from }) => resolve(file, from) ?? [])
      .filter(
        (target) => roomOf(file) === 'control' && roomOf(target) === 'control' && !mayImportInControl(file, target),
      )
      .map((target) => `${file} imports ${target}`),
  )
  expect(wrong).toEqual([])
})

const folderOf = (file: string) => file.split('/')[1] ?? ''

function mayImportInControl(file: string, target: string): boolean {
  const [from, to] = [folderOf(file), folderOf(target)]
  if (from === to) return true
  if (file === 'control/db/tables.ts' && SIMULATED_TABLES.test(target)) return true
  const [above, below] = [from, to].map((folder) => CONTROL_LAYERS.findIndex((layer) => layer.includes(folder)))
  // the extras are in the order of their list, above every layer
  if (above === -1) return below !== -1 || CONTROL_EXTRAS.indexOf(to) < CONTROL_EXTRAS.indexOf(from)
  return below !== -1 && below! <= above!
}

test('every folder of control has a layer', () => {
  const folders = new Set(production.filter(({ file }) => roomOf(file) === 'control').map(({ file }) => folderOf(file)))
  const known = [...CONTROL_LAYERS.flat(), ...CONTROL_EXTRAS]
  expect([...folders].filter((folder) => !known.includes(folder))).toEqual([])
})

test('folders of one layer of control do not import each other in a circle', () => {
  const arrows = new Set(
    production.flatMap(({ file, imports }) =>
      imports
        .flatMap(({ from }) => resolve(file, from) ?? [])
        .filter((target) => roomOf(file) === 'control' && roomOf(target) === 'control')
        .map((target) => `${folderOf(file)} ${folderOf(target)}`),
    ),
  )
  const pairs = CONTROL_LAYERS.flatMap(([one, other]) => (other === undefined ? [] : [[one, other]]))
  expect(pairs.filter(([one, other]) => arrows.has(`${one} ${other}`) && arrows.has(`${other} ${one}`))).toEqual([])
})

/** The folder of a feature, with everything below it. */
const featureOf = (file: string) => /^console\/features\/([^/]+)\//.exec(file)?.[1]
const isRoutes = (file: string) => file.endsWith('-feature.ts')
/** A file that is not shared ranks above all kinds. */
const kindOf = (file: string) => {
  const kind = SHARED_BY_FEATURES.findIndex((name) => name.test(file))
  return kind < 0 ? SHARED_BY_FEATURES.length : kind
}

const acrossFeatures = production.flatMap(({ file, imports }) =>
  imports.flatMap(({ from, lazy = false }) => {
    const target = resolve(file, from)
    const [own, other] = [featureOf(file), target && featureOf(target)]
    return own && target && other && own !== other ? [{ file, target, lazy, own, other }] : []
  }),
)

test('features share queries, names, badges and lazy parts, and their routes may load any page', () => {
  const wrong = acrossFeatures
    .filter(({ file, target, lazy }) => !(isRoutes(file) && (lazy || isRoutes(target))))
    .filter(({ file, target }) => kindOf(target) > Math.min(kindOf(file), SHARED_BY_FEATURES.length - 1))
    .map(({ file, target }) => `${file} imports ${target}`)
  expect(acrossFeatures.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

test('features depend on each other in one direction, apart from what they share', () => {
  const needed = acrossFeatures.filter(({ target }) => kindOf(target) === SHARED_BY_FEATURES.length)
  const next = (own: string) => needed.filter((one) => one.own === own).map(({ other }) => other)
  expect(cyclesIn(new Set(needed.map(({ own }) => own)), next)).toEqual([])
})

test('a host of a feature loads a lazy part', () => {
  const hosts = production.filter(({ file }) => featureOf(file) && file.endsWith('-host.tsx'))
  const wrong = hosts.filter(({ imports }) => !imports.some(({ from, lazy }) => lazy && isLazy(from)))
  expect(hosts.length).toBeGreaterThan(0)
  expect(wrong.map(({ file }) => file)).toEqual([])
})

/** Files that run when this one is imported. */
const staticImports = (file: string) =>
  (byFile.get(file)?.imports ?? [])
    .filter(({ typeOnly, lazy }) => !typeOnly && !lazy)
    .flatMap(({ from }) => resolve(file, from) ?? [])

const allImports = (file: string) => (byFile.get(file)?.imports ?? []).flatMap(({ from }) => resolve(file, from) ?? [])

function cyclesIn(nodes: Iterable<string>, next: (node: string) => readonly string[]): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]) => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node].join(' → '))
    if (done.has(node) || path.includes(node)) return
    for (const target of next(node)) visit(target, [...path, node])
    done.add(node)
  }
  for (const node of nodes) visit(node, [])
  return cycles
}

test('there are no import cycles, not even of types or lazy imports', () => {
  const files = production.map(({ file }) => file)
  expect(cyclesIn(files, allImports)).toEqual([])
})

/**
 * Layers of the server, lowest first; a file may import from its own layer and those below, types included. Files at its root that
 * are not listed are in the middle.
 */
const SERVER_LAYERS = [
  [
    'log.ts',
    'clock.ts',
    'random.ts',
    'options.ts',
    'option-table.ts',
    'option-readers.ts',
    'last-options.ts',
    'metrics.ts',
    'site-metrics.ts',
    'passwords.ts',
    'passkeys.ts',
    'machine.ts',
    'garbage.ts',
    'outgoing/',
  ],
  ['http/', 'storage/', 'saml/', 'oidc/', 'backup/', 'alerts/', 'images/'],
  [''],
  ['command.ts', 'main.ts'],
  ['cli.ts'],
]

function serverLayerOf(file: string): number {
  const path = file.slice('server/'.length)
  const listed = SERVER_LAYERS.findIndex((layer) =>
    layer.some((one) => path === one || (one.endsWith('/') && path.startsWith(one))),
  )
  return listed >= 0 ? listed : SERVER_LAYERS.findIndex((layer) => layer.includes(''))
}

/** Lists imports of any kind: types and lazy ones too. */
const serverImports = (file: string) =>
  (byFile.get(file)?.imports ?? [])
    .flatMap(({ from }) => resolve(file, from) ?? [])
    .filter((target) => roomOf(target) === 'server')

test('inside the server imports point down: log, clock and random; http and storage; main; cli', () => {
  const wrong = production
    .filter(({ file }) => roomOf(file) === 'server')
    .flatMap(({ file }) =>
      serverImports(file)
        .filter((target) => serverLayerOf(target) > serverLayerOf(file))
        .map((target) => `${file} imports ${target}`),
    )
  expect(wrong).toEqual([])
})

test('inside the server there are no cycles of any kind of import', () => {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const target of serverImports(file)) visit(target, [...path, file])
    done.add(file)
  }
  for (const { file } of production) if (roomOf(file) === 'server') visit(file, [])
  expect(cycles).toEqual([])
})

const isLazy = (file: string) => /\.lazy\.tsx?$/.test(file)

test('only import() reaches *.lazy.ts and *.lazy.tsx files, and it is used only for those, routes and hosts', () => {
  const wrong = production
    .filter(({ file }) => roomOf(file) === 'console')
    .flatMap(({ file, imports }) =>
      imports
        .filter(({ typeOnly }) => !typeOnly)
        .filter(({ from, lazy }) => (lazy ? !isLazy(from) && !MAY_LOAD_PAGES.test(file) : isLazy(from)))
        .map(({ from, lazy }) => `${file} ${lazy ? 'loads' : 'imports'} ${from}`),
    )
  expect(wrong).toEqual([])
})

test('the entry of the console runs without React', () => {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    staticImports(file).forEach(visit)
  }
  visit('console/main.ts')
  const wrong = [...seen].flatMap((file) =>
    (byFile.get(file)?.imports ?? [])
      .filter(({ from, typeOnly, lazy }) => !typeOnly && !lazy && /^(react|@base-ui|@tanstack\/react)/.test(from))
      .map(({ from }) => `${file} imports ${from}`),
  )
  expect(seen.size).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

test(`no folder has more than ${MAX_FILES} files, not counting contract and specs`, () => {
  const counts = new Map<string, number>()
  for (const { file } of production) {
    const folder = posix.dirname(file)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  expect([...counts].filter(([folder, count]) => folder !== 'contract' && count > MAX_FILES)).toEqual([])
})

test('the build configuration names no source files except the build entries', () => {
  const plugins = readdirSync(join(here, 'build')).map((name) => join('build', name))
  const text = ['vite.config.ts', ...plugins]
    .map((file) => readFileSync(join(here, file), 'utf8').replaceAll(/^import .*/gm, ''))
    .join('\n')
  const names = [...new Set(production.map(({ file }) => posix.basename(file)))]
  const named = names.filter((name) => text.includes(`/${name}'`) || text.includes(`${name.replace('.', '\\\\.')}`))
  expect(named).toEqual(BUILD_ENTRIES)
})

test('every exception is still needed', () => {
  const unused = EXCEPTIONS.filter(({ file, imports }) => {
    const there = production.filter((source) => file.test(source.file))
    return there.length > 0 && !there.some((source) => source.imports.some(({ from }) => imports.test(from)))
  })
  expect(unused).toEqual([])
})
