// The entry. It does not load React: it matches the URL, starts the page's API calls and code, and loads the app in parallel.
import { host } from './host.ts'
import { setRoutes, warm } from './route.ts'
import { routes } from './routes.ts'
import { pathHere } from './util/base.ts'
import { reloadIfReachable } from './util/reload.ts'

async function start(): Promise<void> {
  const app = import('./frame/app.tsx')
  // prevents an unhandled rejection in the preview, which waits for its worker first
  app.catch(() => undefined)
  setRoutes(routes)
  // inlined, so that the build removes it as dead code: the console must not include the preview's worker
  if (import.meta.env.MODE === 'preview') {
    // set by 404.html
    const goal = sessionStorage.getItem('rackwright-goal')
    sessionStorage.removeItem('rackwright-goal')
    if (goal) history.replaceState(null, '', goal)
    const { fetch, socket, ...preview } = await (await import('#preview/connect.ts')).connect()
    Object.assign(host, { fetch, socket, preview })
    // the preview's API has no address; this is how scripts and the developer tools call it
    Object.assign(globalThis, { rackwright: { fetch } })
  }
  warm(pathHere() + location.search)
  const { renderApp } = await app
  // before the first text would load them, so that they do not compete with the API's responses
  for (const font of ['Inter Variable', 'JetBrains Mono Variable']) void document.fonts.load(`1em "${font}"`)
  renderApp(routes)
}

const RELOAD_INTERVAL_MS = 10_000

// after an upgrade the open console's files are gone, so reload to get the new ones; at most once per interval, to avoid an
// endless loop
addEventListener('vite:preloadError', () => {
  const last = Number(sessionStorage.getItem('rackwright-reloaded') ?? 0)
  if (Date.now() - last < RELOAD_INTERVAL_MS) return
  sessionStorage.setItem('rackwright-reloaded', String(Date.now()))
  // must not discard unsent input
  void reloadIfReachable(() => !document.querySelector('form[data-changed]'))
})

/** Without the app there is no error page, so this one is plain HTML. */
function showStartError(error: unknown): void {
  const what = import.meta.env.MODE === 'preview' ? 'preview' : 'console'
  const main = document.createElement('main')
  main.role = 'alert'
  main.className = 'flex h-full flex-col items-center justify-center gap-5 p-6 text-center'
  const text = document.createElement('p')
  const isExplained = error instanceof Error && error.name === 'CannotStart'
  text.textContent = isExplained ? error.message : `The ${what} could not be loaded. Check the connection.`
  const button = document.createElement('button')
  button.className = 'rounded-md border border-line-strong px-3 py-1'
  button.textContent = 'Try again'
  button.addEventListener('click', () => location.reload())
  main.append(text, button)
  document.getElementById('root')?.replaceChildren(main)
}

start().catch((error: unknown) => {
  console.error(error)
  showStartError(error)
})
