// The four builds, by mode: the console (dist/console), the technical preview (dist/preview: the same console, with the control
// plane in a worker), the server (dist/server/main.js) and the command line client (dist/cli/main.js). scripts/prepare.mjs calls
// them: `vite build --mode console` and so on.
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { apiDocs } from './build/api-docs.ts'
import { entry, features, kit, vendor } from './build/chunks.ts'
import { earlyWorker } from './build/early-worker.ts'
import { guides } from './build/guides.ts'
import { offline } from './build/offline.ts'
import { otherPaths } from './build/other-paths.ts'
import { precompressed } from './build/precompressed.ts'
import { preloadShared } from './build/preload-shared.ts'
import { prerendered } from './build/prerendered.ts'

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

function browser(outDir: string, plugins: Plugin[]): UserConfig {
  return {
    root: join(here, 'console'),
    plugins: [react(), tailwindcss(), guides(), preloadShared(), ...plugins],
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
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1000,
      rolldownOptions: {
        checks,
        output: { codeSplitting: { groups: [entry, vendor, kit, ...features] } },
      },
    },
  }
}
