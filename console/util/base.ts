// Where the console is on its site, with a slash at the end. The server has it at the root. The preview can be in any folder of a static
// host and finds out when it starts: its code is in <base>/assets/.
const PARENT_FOLDER = '../'

export const base =
  import.meta.env.MODE === 'preview' && import.meta.env.PROD ? new URL(PARENT_FOLDER, import.meta.url).pathname : '/'

/** The path of this page inside the console, as routes and links have it. */
export const pathHere = (): string => location.pathname.slice(base.length - 1)
