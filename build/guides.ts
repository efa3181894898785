import { marked } from 'marked'
import type { Plugin } from 'vite'

/** Converts Markdown to HTML at build time, so that browsers need no Markdown parser. */
export function guides(): Plugin {
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
