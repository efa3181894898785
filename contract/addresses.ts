// Moved to ip.ts.
export * from './ip.ts'
