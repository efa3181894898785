import type { Plugin } from 'vite'
import { kit, vendor } from './chunks.ts'

/**
 * The entry imports no React, so the HTML preloads what every page needs: it arrives with the entry instead of after it. At low
 * priority, because nothing is shown before the API has answered, and the entry makes those calls.
 */
export function preloadShared(): Plugin {
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
