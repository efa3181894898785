// The protocols and ports of a firewall rule in words.
import type { Rule } from './firewall-rule-queries.ts'

/** 'TCP 80, 443', 'TCP, UDP', 'Ports 80, 443'; empty if the rule is about all traffic. */
export function trafficText({ protocols, ports }: Rule['filters']): string {
  const protocolText = (protocols ?? []).join(', ')
  const portText = (ports ?? []).join(', ')
  if (!portText) return protocolText
  return `${protocolText || (/[-,]/.test(portText) ? 'Ports' : 'Port')} ${portText}`
}
