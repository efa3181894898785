import { bundleStoreCases } from './support-bundle-store.cases.ts'
import { makeMemoryBundles } from './support-bundle-store.ts'

bundleStoreCases('memory', async () => ({ store: makeMemoryBundles() }))
