import { createHash } from 'node:crypto'
import { backupEngineCases } from '../backup-engine.cases.ts'
import { makeMemoryBackups } from './backup-engine.ts'

backupEngineCases('memory', async () => ({
  engine: makeMemoryBackups(() => {
    const hash = createHash('sha256')
    return { update: (bytes) => hash.update(bytes), digest: () => hash.digest('hex') }
  }),
  repository: { place: { kind: 'directory', folder: 'tapes' }, id: 'r1', key: 'secret' },
}))
