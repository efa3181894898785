import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { root } from './root.ts'

/**
 * Static hosts serve only files. Many answer an unknown path with 404.html, which redirects to the preview's folder; the preview then
 * opens the requested path. After the first visit the service worker answers instead of the host.
 */
export function otherPaths(): Plugin {
  return {
    name: 'rackwright:other-paths',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '404.html', source: readFileSync(join(root, 'preview/404.html')) })
    },
  }
}
