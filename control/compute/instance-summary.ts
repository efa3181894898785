// Addresses and images of the instances in a list, which saves the console a request per instance.
import type { instanceSummary as operations } from '#contract/instance-summary.ts'
import type { Handlers } from '../frame/context.ts'
import { findProject } from '../frame/lookup.ts'
import { page } from '../frame/page.ts'

export const instanceSummary = {
  async instance_summary_list(ctx, { query }) {
    const project = await findProject(ctx, query.project!, 'list_children')
    const rows = ctx.db
      .selectFrom('instance')
      .leftJoin('external_ip', (on) =>
        on.onRef('external_ip.instance_id', '=', 'instance.id').on('external_ip.kind', '=', 'ephemeral'),
      )
      .leftJoin('network_interface', (on) =>
        on.onRef('network_interface.instance_id', '=', 'instance.id').on('network_interface.primary', '=', true),
      )
      .leftJoin('disk', 'disk.id', 'instance.boot_disk_id')
      .leftJoin('image', (on) =>
        on
          .onRef('image.id', '=', 'disk.image_id')
          // the reader may have no access to an image that was moved to another project
          .on((is) => is.or([is('image.project_id', 'is', null), is('image.project_id', '=', project.id)])),
      )
      .select(['instance.id', 'instance.name', 'image.name as image_name'])
      .select(['external_ip.ip as ephemeral_ip', 'network_interface.ip as internal_ip'])
      .select((is) =>
        is
          .selectFrom('floating_ip')
          .select('floating_ip.ip')
          .whereRef('floating_ip.instance_id', '=', 'instance.id')
          .orderBy('floating_ip.name')
          .limit(1)
          .as('floating_ip'),
      )
      .where('instance.project_id', '=', project.id)
    const { items, next_page } = await page(query, rows, 'instance')
    return {
      items: items.map(({ floating_ip, ephemeral_ip, ...row }) => ({
        external_ip: floating_ip ?? ephemeral_ip,
        ...row,
      })),
      next_page,
    }
  },
} satisfies Handlers<keyof typeof operations>
