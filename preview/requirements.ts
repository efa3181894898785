// What the preview needs of a browser. Said before anything is loaded: otherwise an old browser would show an empty page.

/** Feature, and how to tell. */
const REQUIRED: readonly [name: string, has: (scope: Record<string, unknown>) => boolean][] = [
  ['a secure connection (HTTPS)', (scope) => scope.isSecureContext === true],
  ['WebAssembly', (scope) => typeof scope.WebAssembly === 'object'],
  ['web workers', (scope) => typeof scope.Worker === 'function' || typeof scope.SharedWorker === 'function'],
  ['IndexedDB', (scope) => typeof scope.indexedDB === 'object' && scope.indexedDB !== null],
  ['decompression streams', (scope) => typeof scope.DecompressionStream === 'function'],
]

export const missingFeatures = (scope: object): string[] =>
  REQUIRED.filter(([, has]) => !has(scope as Record<string, unknown>)).map(([name]) => name)

/** For people: main.ts shows the message as it is. */
export class CannotStart extends Error {
  override name = 'CannotStart'
}

export function checkBrowser(scope: object): void {
  const missing = missingFeatures(scope)
  if (missing.length === 0) return
  throw new CannotStart(
    `This browser cannot run the preview. It lacks ${missing.join(', ')}. Try a current Chrome, Edge, Firefox or Safari.`,
  )
}
