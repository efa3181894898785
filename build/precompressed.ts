import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compresses files once at build time, at the highest level, instead of on each request. */
export function precompressed(): Plugin {
  const brotli = promisify(brotliCompress)
  const gzipped = promisify(gzip)
  return {
    name: 'rackwright:precompressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const emit = (fileName: string, source: Buffer) => this.emitFile({ type: 'asset', fileName, source })
        const pack = async (name: string, content: Buffer) => {
          // the highest levels take seconds per megabyte and save a percent
          const quality = content.length > 500_000 ? 9 : 11
          emit(`${name}.br`, await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }))
          emit(`${name}.gz`, await gzipped(content, { level: 9 }))
        }
        await Promise.all(
          Object.values(bundle)
            .filter(({ fileName }) => /\.(js|css|html|svg|json|wasm|txt)$/.test(fileName))
            .map((file) => pack(file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source))),
        )
      },
    },
  }
}
