// Keeps the preview's files in the browser, so that it opens without a network. The build fills in which files there are.
const FILES = '__FILES__'
const VERSION = '__VERSION__'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return
  // every place of the console is the same page
  const wanted = request.mode === 'navigate' ? '/index.html' : request
  // hosts say that files vary by origin; these are all of ours
  const find = caches.match(wanted, { ignoreVary: true })
  // a copy that cannot be read, short of memory say, is as good as none
  event.respondWith(find.catch(() => undefined).then((kept) => kept ?? fetch(request)))
})
