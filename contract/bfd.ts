// BFD sessions, which detect dead paths quickly.
import { z } from 'zod'
import type { Operations } from './define.ts'
import { Name, ip, maybe, uint64, uint8 } from './values.ts'

export const BfdMode = z.enum(['single_hop', 'multi_hop'])
export const BfdSessionDisable = z.object({ remote: ip, switch: Name })
export const BfdSessionEnable = z.object({
  detection_threshold: uint8,
  local: maybe(ip),
  mode: BfdMode,
  remote: ip,
  required_rx: uint64,
  switch: Name,
})

export const BfdState = z.enum(['admin_down', 'down', 'init', 'up'])
export const BfdStatus = z.object({
  detection_threshold: uint8,
  local: maybe(ip),
  mode: BfdMode,
  peer: ip,
  required_rx: uint64,
  state: BfdState,
  switch: Name,
})

export const bfd = {
  networking_bfd_disable: { body: BfdSessionDisable, status: 204 },
  networking_bfd_enable: { body: BfdSessionEnable, status: 204 },
  networking_bfd_status: { status: 200, answer: z.array(BfdStatus) },
} satisfies Operations<'bfd'>
