import { marked } from 'marked'
import type { Plugin } from 'vite'

/**
 * Converts Markdown to HTML at build time, so that browsers need no Markdown parser. A picture `name-light.webp` has a twin for the dark
 * theme; style sheets show one of them, and the browser does not load the other.
 */
export function guides(): Plugin {
  return {
    name: 'rackwright:guides',
    transform: {
      filter: { id: /\/docs\/guides\/[\w-]+\.md$/ },
      handler(text) {
        const pictures: string[] = []
        const markup = marked
          .parse(text, { async: false })
          .replaceAll(/href="([\w-]+)\.md"/g, 'href="/docs/guides/$1"')
          .replaceAll('<input disabled="" type="checkbox">', '<input type="checkbox">')
          .replaceAll(
            /<li>(<input type="checkbox">)([^]*?)<\/li>/g,
            '<li class="task"><label>$1<span>$2</span></label></li>',
          )
          .replaceAll(/<img src="([^"]+)-light\.webp" alt="([^"]*)">/g, (_, path: string, alt: string) => {
            const imgs = ['light', 'dark'].map((theme) => {
              const at = pictures.push(`${path}-${theme}.webp`) - 1
              return `<img class="${theme}" loading="lazy" width="1440" height="810" alt="${alt}" src="\0${at}">`
            })
            return imgs.join('')
          })
        const imports = pictures.map((path, at) => `import picture${at} from ${JSON.stringify(path)}`)
        const code = JSON.stringify(markup).replaceAll(/\\u0000(\d+)/g, '" + picture$1 + "')
        return { code: `${imports.join('\n')}\nexport default ${code}`, moduleType: 'js' }
      },
    },
  }
}
