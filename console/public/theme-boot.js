// Sets the theme before the first paint. A classic script of its own: a module runs too late (a flash of the wrong
// theme) and inline is refused by the content security policy. Its key is the one of console/theme/theme.ts.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('rackwright-theme')
  } catch {
    // storage can be refused (private windows): the system's choice is fine
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  // the color of the top bar, for the browser's own frame on phones
  var frame = document.querySelector('meta[name="theme-color"]')
  if (frame) frame.content = dark ? '#18191b' : '#f9f9fb'
})()
