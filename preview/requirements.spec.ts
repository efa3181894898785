// Browsers that lack something are told what.
import { expect, test } from 'vitest'
import { checkBrowser, missingFeatures } from './requirements.ts'

const able = {
  isSecureContext: true,
  WebAssembly: {},
  Worker: () => undefined,
  indexedDB: {},
  DecompressionStream: () => undefined,
}

test('a current browser lacks nothing', () => {
  expect(missingFeatures(able)).toEqual([])
  expect(() => checkBrowser(able)).not.toThrow()
})

test('each missing feature is named', () => {
  expect(missingFeatures({})).toHaveLength(5)
  expect(() => checkBrowser({ ...able, indexedDB: null })).toThrow(/It lacks IndexedDB\. Try/)
  expect(() => checkBrowser({ ...able, isSecureContext: false })).toThrow(/HTTPS/)
})
