import type { Api, Input } from '#contract/api.ts'
type Q = Api['project_list']
type Q2 = Input<'project_list'>['query']
export const a: Q = 1
export const b: Q2 = 1
