// The state of the preview between visits, in IndexedDB. One transaction replaces it as a whole, so that the database and
// the disks of a saved world always belong together.
import type { StoredVolume } from '#drivers/simulated/blocks-memory.ts'

export interface KeptState {
  db: Uint8Array
  volumes: StoredVolume[]
  session: string | undefined
  /** Absent in what earlier releases saved. */
  secretKey?: Uint8Array | undefined
}

const NAME = 'rackwright-preview'
/** 2: machines are rows of the database. */
const FORMAT = 2
const STORE = 'state'
const KEY = 'world'
/** Apart, because uploads can be large and most changes leave them alone. */
const VOLUMES_KEY = 'volumes'

export interface StateStore {
  load(): Promise<KeptState | undefined>
  /** Without volumes, those saved before stay. */
  save(state: Omit<KeptState, 'volumes'>, volumes: StoredVolume[] | undefined): Promise<void>
  clear(): Promise<void>
}

export function openStateStore(): StateStore {
  let opening: Promise<IDBDatabase> | undefined
  const open = () =>
    (opening ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, FORMAT)
      request.addEventListener('upgradeneeded', ({ oldVersion }) => {
        if (oldVersion > 0) request.result.deleteObjectStore(STORE)
        request.result.createObjectStore(STORE)
      })
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB could not be opened')))
    }))

  async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const db = await open()
    return new Promise((resolve, reject) => {
      const transaction = db.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.addEventListener('complete', () => resolve(request.result))
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB refused to write')))
    })
  }

  return {
    async load() {
      const [state, volumes] = await Promise.all([
        within('readonly', (store) => store.get(KEY) as IDBRequest<Omit<KeptState, 'volumes'> | undefined>),
        within('readonly', (store) => store.get(VOLUMES_KEY) as IDBRequest<StoredVolume[] | undefined>),
      ])
      return state && volumes && { ...state, volumes }
    },
    async save(state, volumes) {
      await within('readwrite', (store) => {
        if (volumes) store.put(volumes, VOLUMES_KEY)
        return store.put(state, KEY)
      })
    },
    clear: async () => void (await within('readwrite', (store) => store.clear())),
  }
}
