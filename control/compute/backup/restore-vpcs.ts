// The VPCs that an instance was in, where its project does not have them: in another installation, or in a new project. Their rules are
// part of what protected it.
import { VpcFirewallRuleUpdate } from '#contract/firewall-rule.ts'
import type { RowOf } from '../../db/database.ts'
import type { Ctx } from '../../frame/context.ts'
import type { InstanceDescription } from '../../db/tables/storage/backup-description.ts'
import { newIdentity } from '../../frame/identity.ts'
import type { ProjectRow } from '../../frame/lookup.ts'
import { createVpc } from '../../network/vpc-contents.ts'
import { insertSubnet } from '../../network/vpc-subnet-blocks.ts'

/** With the subnets that it was in. One that is there stays as it is. */
export async function createMissingVpcs(ctx: Ctx, project: ProjectRow, was: InstanceDescription): Promise<void> {
  const names = [...new Set(was.interfaces.map(({ vpc }) => vpc))]
  if (names.length === 0) return
  const rows = ctx.db.selectFrom('vpc').select('name').where('project_id', '=', project.id).where('name', 'in', names)
  const there = (await rows.execute()).map(({ name }) => name)
  for (const name of names.filter((each) => !there.includes(each))) {
    const vpc = await createVpc(ctx, project, { name, description: 'Restored from a backup', dns_name: name })
    await addSubnets(ctx, vpc, was)
    await replaceRules(ctx, vpc, was)
  }
}

/** Where blocks are not known, the instance gets an interface in the default VPC. */
async function addSubnets(ctx: Ctx, vpc: RowOf<'vpc'>, { interfaces }: InstanceDescription): Promise<void> {
  const there = await ctx.db.selectFrom('vpc_subnet').select('name').where('vpc_id', '=', vpc.id).execute()
  const known = new Set(there.map(({ name }) => name))
  for (const { vpc: of, subnet: name, ipv4_block } of interfaces) {
    if (of !== vpc.name || ipv4_block === undefined || known.has(name)) continue
    known.add(name)
    const description = 'Restored from a backup'
    await insertSubnet(ctx, vpc, { name, description, ipv4_block, ipv6_block: null, custom_router_id: null })
  }
}

async function replaceRules(ctx: Ctx, vpc: RowOf<'vpc'>, { rules }: InstanceDescription): Promise<void> {
  await ctx.db.deleteFrom('firewall_rule').where('vpc_id', '=', vpc.id).execute()
  for (const { vpc: of, name, rule } of rules) {
    if (of !== vpc.name) continue
    const checked = VpcFirewallRuleUpdate.parse({ ...rule, name })
    const row = { ...checked, ...newIdentity(ctx, checked), vpc_id: vpc.id }
    await ctx.db.insertInto('firewall_rule').values(row).execute()
  }
}
