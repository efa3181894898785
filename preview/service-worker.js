// Keeps the preview's files in the browser, so that it opens without a network. The build fills in which files there are.
const FILES = '__FILES__'
const VERSION = 'rackwright-__VERSION__'
const HOME = new URL('./', self.location.href)
const PAGE = new URL('index.html', HOME)

/** Every place of the console is the same page. Its files are named relative to the home folder, and it is shown in folders below. */
async function keepPage(cache) {
  const response = await fetch(HOME, { cache: 'no-cache' })
  if (!response.ok) throw new Error(`the page answered ${response.status}`)
  const html = (await response.text()).replaceAll(/(href|src)="\.\//g, `$1="${HOME.pathname}`)
  await cache.put(PAGE, new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }))
}

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => Promise.all([cache.addAll(FILES.map((file) => new URL(file, HOME))), keepPage(cache)]))
      .then(() => self.skipWaiting()),
  )
})

const isOld = (name) => name.startsWith('rackwright-') && name !== VERSION

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || !request.url.startsWith(HOME.href)) return
  const wanted = request.mode === 'navigate' ? PAGE : request
  // hosts say that files vary by origin; these are all of ours
  const find = caches.match(wanted, { ignoreVary: true })
  // a copy that cannot be read, short of memory say, is as good as none
  event.respondWith(find.catch(() => undefined).then((kept) => kept ?? fetch(request)))
})
