// The console's base path, with a trailing slash. On the server it is the root. The preview can be in any folder of a static host
// and derives it at startup: its code is in <base>/assets/.
const PARENT_FOLDER = '../'

export const base =
  import.meta.env.MODE === 'preview' && import.meta.env.PROD ? new URL(PARENT_FOLDER, import.meta.url).pathname : '/'

/** The path of this page within the console, as in routes and links. */
export const pathHere = (): string => location.pathname.slice(base.length - 1)
