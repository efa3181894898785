// Networks as fixtures.
import type { Page } from '@playwright/test'
import { call } from './api.ts'

export interface WireRule {
  name: string
  description: string
  status: string
  direction: string
  targets: { type: string; value: string }[]
  filters: { hosts: unknown[] | null; ports: string[] | null; protocols: string[] | null }
  action: string
  priority: number
}

const rulesPath = (project: string) => `/v1/vpc-firewall-rules?project=${project}&vpc=default`

export const readRules = async (page: Page, project: string): Promise<WireRule[]> =>
  ((await call(page.context(), 'GET', rulesPath(project))) as { rules: WireRule[] }).rules

export const writeRules = (page: Page, project: string, rules: WireRule[]) =>
  call(page.context(), 'PUT', rulesPath(project), { rules })
