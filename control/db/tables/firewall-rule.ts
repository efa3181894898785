// Firewall rules of a VPC.
import type { Answer } from '#contract/api.ts'
import { integer, json, table, text, time, uuid } from '../define.ts'

type Rule = Answer<'vpc_firewall_rules_view'>['rules'][number]

export const firewall_rule = table(
  'firewall_rule',
  {
    id: uuid(),
    vpc_id: uuid().references('vpc', 'cascade'),
    name: text(),
    description: text(),
    status: text<Rule['status']>(),
    direction: text<Rule['direction']>(),
    targets: json<Rule['targets']>(),
    filters: json<Rule['filters']>(),
    action: text<Rule['action']>(),
    priority: integer(),
    time_created: time(),
    time_modified: time(),
  },
  { primary: ['id'], unique: [['vpc_id', 'name']] },
)
