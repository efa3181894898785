// The screen, keyboard and pointer of an instance. An addition of ours.
import { inProject, type Operations } from './define.ts'
import { NameOrId } from './values.ts'

export const screen = {
  /** Binary frames carry the RFB protocol (RFC 6143) in both directions. */
  instance_screen: { path: { instance: NameOrId }, query: inProject, status: 200, raw: true },
} satisfies Operations<'screen'>
