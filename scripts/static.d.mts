import type { Server } from 'node:http'

export interface StaticOptions {
  base?: string
  port?: number
  host?: string
}
export function serveStatic(folder: string, options?: StaticOptions): Promise<{ server: Server; url: string }>
