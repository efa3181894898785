import type { Plugin } from 'vite'

/** Starts the worker from the HTML, so that it opens its database while the console's code is still loading. */
export function earlyWorker(): Plugin {
  const script =
    "self.rackwrightWorker=self.SharedWorker&&new SharedWorker(document.currentScript.dataset.src,{type:'module',name:'rackwright'})"
  return {
    name: 'rackwright:early-worker',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const file = Object.keys(bundle).find((name) => /^assets\/worker-[\w-]+\.js$/.test(name))
        if (!file) throw new Error('the build of the preview has no worker')
        return [{ tag: 'script', attrs: { 'data-src': `./${file}` }, children: script, injectTo: 'head-prepend' }]
      },
    },
  }
}
