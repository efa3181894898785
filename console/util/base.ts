// The console's base path, with a trailing slash. On the server it is the root. The preview can be in any folder of a static host
// and derives it at startup: its code is in <base>/assets/.
const PARENT_FOLDER = '../'

export const base =
  import.meta.env.MODE === 'preview' && import.meta.env.PROD ? new URL(PARENT_FOLDER, import.meta.url).pathname : '/'

/** A path within the console, as in routes and links. The router's own locations begin with the base. */
export const withoutBase = (path: string): string => path.slice(base.length - 1)

/** The path of this page within the console. */
export const pathHere = (): string => withoutBase(location.pathname)
