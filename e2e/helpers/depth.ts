// How much the browser tests do. Without `npm test`, a test does all it can.

/** `npm test`: one test per file, and the tour of every page at a desk, in one theme. */
export const isShort = process.env.RACKWRIGHT_TEST_DEPTH === 'short'
/** `npm test -- --all`: also every test in the preview, and the tour in Firefox. */
export const isEverything = process.env.RACKWRIGHT_TEST_DEPTH === 'all'
