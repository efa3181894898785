// The four builds, by mode: the console (dist/console), the technical preview (dist/preview: the same console, with the control
// plane in a worker), the server (dist/server/main.js) and the command line client (dist/cli/main.js). scripts/prepare.mjs calls
// them: `vite build --mode console` and so on.
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { marked } from 'marked'
import { defineConfig, parseAst, runnerImport, type ESTree, type Plugin, type UserConfig } from 'vite'

const here = import.meta.dirname
// every plugin is slow on a slow machine; `npm start` should not warn about it
const checks = { bundlerTimings: false }

export default defineConfig(({ mode }) => {
  if (mode === 'server') return server
  if (mode === 'cli') return cli
  if (mode === 'preview') return { ...browser('dist/preview', [otherPaths(), offline(), earlyWorker()]), base: './' }
  return browser('dist/console', [apiDocs(), precompressed()])
})

const server: UserConfig = {
  root: here,
  publicDir: false,
  plugins: [prerendered()],
  // everything is bundled except native modules, so that a start reads few files and no node_modules
  ssr: { noExternal: true, external: ['libsql', '@node-rs/argon2', 'pg-native', 'bufferutil', 'utf-8-validate'] },
  build: {
    ssr: 'server/cli.ts',
    outDir: join(here, 'dist/server'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    ssrEmitAssets: true,
    reportCompressedSize: false,
    rolldownOptions: { checks, output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
}

/** The schemas are a separate chunk, loaded by the commands that need them, so that help appears at once. */
const cli: UserConfig = {
  root: here,
  publicDir: false,
  ssr: { noExternal: true, external: ['bufferutil', 'utf-8-validate'] },
  build: {
    ssr: 'cli/main.ts',
    outDir: join(here, 'dist/cli'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      checks,
      output: {
        entryFileNames: 'main.js',
        chunkFileNames: '[name]-[hash].js',
        codeSplitting: { groups: [{ name: 'entry', tags: ['$initial' as const] }] },
      },
    },
  },
}

/** Evaluates *.prerender.ts modules at build time and keeps their exports, which must be JSON. */
function prerendered(): Plugin {
  return {
    name: 'rackwright:prerendered',
    load: {
      filter: { id: /\.prerender\.ts$/ },
      async handler(id) {
        const { module } = await runnerImport<Record<string, unknown>>(id, { configFile: false, root: here })
        return Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
      },
    },
  }
}

/** Files that are loaded together, highest priority first. Everything else is split by route and by lazy import. */
const entry = { name: 'entry', tags: ['$initial' as const], priority: 3 }
/** Changes only with a dependency, so it stays in the browser's cache across our releases. */
const vendor = {
  name: 'vendor',
  test: inFolders('node_modules', ['react', 'react-dom', 'scheduler', 'react-router']),
  priority: 2,
}
/** The components of every page, and what they import. */
const kit = {
  name: 'kit',
  test: (id: string) => inKit(id) && id.endsWith('.tsx') && !id.endsWith('.lazy.tsx'),
  priority: 1,
}
const inKit = inFolders('console', ['frame', 'table', 'ui/display'])
/** What the pages of a feature share: one file instead of many, each of which would wait for a connection. */
const features = [
  { name: 'disk', test: inFolders('console/features/disk', ['shared']) },
  { name: 'instance', test: inFolders('console/features/instance', ['shared']) },
  { name: 'instance-page', test: inFolders('console/features/instance', ['page']) },
  { name: 'vpc-page', test: inFolders('console/features/vpc', ['page']) },
]

function inFolders(parent: string, names: readonly string[]): (id: string) => boolean {
  const folders = names.map((name) => join(here, parent, name, '/'))
  return (id) => folders.some((folder) => id.startsWith(folder))
}

/**
 * The entry imports no React, so the HTML preloads what every page needs: it arrives with the entry instead of after it. At low
 * priority, because nothing is shown before the API has answered, and the entry makes those calls.
 */
function preloadShared(): Plugin {
  let base = '/'
  return {
    name: 'rackwright:preload-shared',
    apply: 'build',
    configResolved: (config) => void (base = config.base),
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        sharedIn(bundle).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href: `${base}${file}` },
          injectTo: 'head' as const,
        })),
    },
  }
}

type Bundle = Record<string, { type: string; name?: string; imports?: string[]; isEntry?: boolean }>

/** The files of the groups that every page loads, with what they import; not the entry, which the HTML has already. */
function sharedIn(bundle: Bundle): string[] {
  const groups = Object.keys(bundle).filter((file) => [vendor.name, kit.name].includes(bundle[file]?.name ?? ''))
  return [...new Set(groups.flatMap((file) => [file, ...importsOf(bundle, file)]))].filter(
    (file) => !bundle[file]?.isEntry,
  )
}

/** What a file imports, directly or through others. */
function importsOf(bundle: Bundle, file: string, seen = new Set<string>()): string[] {
  for (const one of bundle[file]?.imports ?? []) {
    if (seen.has(one)) continue
    seen.add(one)
    importsOf(bundle, one, seen)
  }
  return [...seen]
}

/**
 * Lists a lazy file's transitive imports in the file itself, so that they all arrive in one wave, as Rollup does by itself. Vite would
 * put these lists into the file that has the import(), which for pages is the entry: 6 kB on every first visit.
 */
function hoistImports(): Plugin {
  return {
    name: 'rackwright:hoist-imports',
    apply: 'build',
    generateBundle(_options, bundle) {
      const shared = new Set(sharedIn(bundle))
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk' || !file.isDynamicEntry) continue
        const missing = importsOf(bundle, name).filter((one) => !file.imports.includes(one) && !shared.has(one))
        // appended at the end, so that files still run in the same order
        file.code += missing.map((one) => `import"./${posix.relative(posix.dirname(name), one)}";`).join('')
      }
    },
  }
}

/**
 * Removes components of packages that nothing uses, such as React Router's forms: 4 kB. Their `forwardRef()` and the names they set
 * for developer tools count as side effects, so the build would keep them.
 */
function unusedComponents(): Plugin {
  return {
    name: 'rackwright:unused-components',
    apply: 'build',
    transform: {
      filter: { id: '**/node_modules/**', code: 'forwardRef' },
      handler(code) {
        // from the end, so that the positions of what is left stay right
        return parseAst(code).body.reduceRight((rest, statement) => {
          if (isDisplayName(statement)) return rest.slice(0, statement.start) + rest.slice(statement.end)
          const at = forwardRefIn(statement)?.start
          return at === undefined ? rest : `${rest.slice(0, at)}/* @__PURE__ */ ${rest.slice(at)}`
        }, code)
      },
    },
  }
}

type Statement = ESTree.Program['body'][number]

/** `Form.displayName = 'Form'` */
function isDisplayName(statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return false
  const { left, right } = statement.expression
  return left.type === 'MemberExpression' && nameOf(left) === 'displayName' && right.type === 'Literal'
}

/** `var Form = React.forwardRef(…)` */
function forwardRefIn(statement: Statement): ESTree.Node | undefined {
  const value = statement.type === 'VariableDeclaration' && statement.declarations[0]?.init
  return value && value.type === 'CallExpression' && nameOf(value.callee) === 'forwardRef' ? value : undefined
}

const nameOf = (node: ESTree.Node) =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : undefined

function browser(outDir: string, plugins: Plugin[]): UserConfig {
  return {
    root: join(here, 'console'),
    plugins: [react(), tailwindcss(), guides(), preloadShared(), hoistImports(), unusedComponents(), ...plugins],
    worker: { format: 'es', rolldownOptions: { checks } },
    // the WebAssembly database finds its file relative to its own URL, which pre-bundling would change
    optimizeDeps: { exclude: ['@sqlite.org/sqlite-wasm'] },
    server: { fs: { allow: [here] } },
    build: {
      outDir: join(here, outDir),
      emptyOutDir: true,
      target: 'es2023',
      // the content security policy allows files, not data: addresses
      assetsInlineLimit: 0,
      modulePreload: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        checks,
        output: {
          codeSplitting: { groups: [entry, vendor, kit, ...features] },
        },
      },
    },
  }
}

/** After one visit the preview works offline: its service worker knows every file of the build. */
function offline(): Plugin {
  return {
    name: 'rackwright:offline',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const copied = readdirSync(join(here, 'console/public'))
        const files = [...copied, ...Object.keys(bundle)].filter((file) => !file.endsWith('.html'))
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 16)
        const source = readFileSync(join(here, 'preview/service-worker.js'), 'utf8')
          .replace("'__FILES__'", JSON.stringify([...new Set(files)]))
          .replace('__VERSION__', version)
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source })
      },
    },
  }
}

/** Starts the worker from the HTML, so that it opens its database while the console's code is still loading. */
function earlyWorker(): Plugin {
  const script =
    "self.rackwrightWorker=self.SharedWorker&&new SharedWorker(document.currentScript.dataset.src,{type:'module',name:'rackwright'})"
  return {
    name: 'rackwright:early-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => /^assets\/worker-[\w-]+\.js$/.test(name))
        if (!file) throw new Error('the build of the preview has no worker')
        return [{ tag: 'script', attrs: { 'data-src': `./${file}` }, children: script, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Converts Markdown to HTML at build time, so that browsers need no Markdown parser. */
function guides(): Plugin {
  return {
    name: 'rackwright:guides',
    transform: {
      filter: { id: /\/docs\/guides\/[\w-]+\.md$/ },
      handler(text) {
        const markup = marked.parse(text, { async: false }).replaceAll(/href="([\w-]+)\.md"/g, 'href="/docs/guides/$1"')
        return { code: `export default ${JSON.stringify(markup)}`, moduleType: 'js' }
      },
    },
  }
}

/**
 * The API reference: our page and the prebuilt file of openapi-explorer, kept out of the console's bundle. Nothing else of that
 * package runs, so package.json overrides a dependency of it that has an install script.
 */
function apiDocs(): Plugin {
  const folders = ['server/api-docs', 'node_modules/openapi-explorer/dist/browser'].map((folder) => join(here, folder))
  const files = Object.fromEntries(
    folders.flatMap((folder) => readdirSync(folder).map((file) => [`api-docs/${file}`, join(folder, file)])),
  )
  return {
    name: 'rackwright:api-docs',
    generateBundle() {
      for (const [fileName, from] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName, source: readFileSync(from) })
      }
    },
    configureServer({ middlewares }) {
      middlewares.use((incoming, outgoing, next) => {
        const name = (incoming.url === '/docs/api' ? '/api-docs/index.html' : (incoming.url ?? '')).slice(1)
        const file = files[name]
        if (!file) return next()
        const type = { html: 'text/html', css: 'text/css', js: 'text/javascript' }[file.split('.').at(-1) ?? '']
        outgoing.setHeader('content-type', type ?? 'text/plain')
        createReadStream(file).pipe(outgoing)
      })
    },
  }
}

/** Compresses files once at build time, at the highest level, instead of on each request. */
function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const gzipped = promisify(gzip)
  return {
    name: 'rackwright:precompressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const emit = (fileName: string, source: Buffer) => this.emitFile({ type: 'asset', fileName, source })
        const pack = async (name: string, content: Buffer) => {
          // the highest levels take seconds per megabyte and save a percent
          const quality = content.length > 500_000 ? 9 : 11
          emit(`${name}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
          emit(`${name}.gz`, await gzipped(content, { level: 9 }))
        }
        await Promise.all(
          Object.values(bundle)
            .filter(({ fileName }) => /\.(js|css|html|svg|json|wasm|txt)$/.test(fileName))
            .map((file) => pack(file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source))),
        )
      },
    },
  }
}

/**
 * Static hosts serve only files. Many answer an unknown path with 404.html, which redirects to the preview's folder; the preview then
 * opens the requested path. After the first visit the service worker answers instead of the host.
 */
function otherPaths(): Plugin {
  return {
    name: 'rackwright:other-paths',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '404.html', source: readFileSync(join(here, 'preview/404.html')) })
    },
  }
}
