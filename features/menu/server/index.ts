import { AppError } from '@qd/contract-kit'
import type { Dialer } from '@qd/game-contract/adapter'
import { callerReaches, serve } from '@qd/server-kit'
import type { Caller, ServerFeature } from '@qd/server-kit'
import type { Store } from '@qd/store'
import * as contract from '../contract/index.ts'
import type { LinkRecord, MenuProject } from '../contract/index.ts'
import { orderLinks, remove, saveLink, saveProject } from './edit-menus.ts'
import { askFraming } from './frame-state.ts'
import { menuProjectOf, readLinks, readProjects } from './read-menus.ts'
import type { MenuSettings } from './read-menus.ts'
import type { MenuTables } from './tables.ts'

export { menuMigrations } from './migrations.ts'
export type { MenuSettings } from './read-menus.ts'
export type { MenuTables } from './tables.ts'

export interface MenuDeps {
  store: Store<MenuTables>
  settings: MenuSettings
  dialer: Dialer
}

export interface MenuFeature extends ServerFeature {
  /** Origins of the links that open inside the console; the frame policy of the pages allows just these. */
  frameOrigins(): Promise<string[]>
}

interface At {
  game?: string | undefined
  operator?: string | undefined
}

function isFor(entry: { game: string; operator: string }, at: At, caller: Caller): boolean {
  const { game, operator } = entry
  if (game !== '' && at.game !== undefined && game !== at.game) return false
  if (operator !== '' && at.operator !== undefined && operator !== at.operator) return false
  return game === '' || callerReaches(caller, operator === '' ? { game } : { game, operator })
}

/** Menu entries that administrators or the settings file make, rather than the program (S1.02, S2.18, S2.19, S3.03). */
export function createMenuFeature({ store, settings, dialer }: MenuDeps): MenuFeature {
  const linksFor = async (caller: Caller, at: At): Promise<LinkRecord[]> => {
    const links = (await readLinks(store, settings)).filter((link) => isFor(link, at, caller))
    return contract.entriesFor(links, caller.roles)
  }
  const projectsFor = async (caller: Caller, at: At): Promise<MenuProject[]> => {
    const records = await readProjects(store, settings)
    const projects = records.filter((record) => isFor(record, at, caller)).map(menuProjectOf)
    return contract.entriesFor(projects, caller.roles)
  }
  return {
    name: 'menu',
    texts: new URL('../contract/locales/', import.meta.url),
    async frameOrigins() {
      const links = await readLinks(store, settings)
      const origins = links.filter(({ target }) => target === 'page').map(({ url }) => contract.originOf(url))
      return [...new Set(origins.filter((origin) => origin !== null))]
    },
    routes: [
      serve(contract.projectList, (_input, ctx) => projectsFor(ctx.caller, {})),
      serve(contract.menuList, async (_input, ctx) => ({ list: await projectsFor(ctx.caller, ctx.place) })),
      serve(contract.linkList, async (_input, ctx) => {
        const links = await linksFor(ctx.caller, ctx.place)
        return { list: links.map(({ id, place, name, url, target }) => ({ id, place, name, url, target })) }
      }),
      serve(contract.frameState, async ({ body }, ctx) => {
        const link = (await linksFor(ctx.caller, {})).find(({ id }) => id === body.id)
        if (link === undefined) throw new AppError(contract.menuErrors.link_not_found)
        return { framing: await askFraming(dialer, link, ctx.signal) }
      }),
      serve(contract.menuEditor, async () => ({
        links: await readLinks(store, settings),
        projects: await readProjects(store, settings),
      })),
      serve(contract.saveLink, {
        effect: 'store',
        handle: ({ body }, ctx) => saveLink({ ctx, identity: body }, body.values),
      }),
      serve(contract.removeLink, {
        effect: 'store',
        handle: ({ body }, ctx) => remove('menu_link', ctx, body),
      }),
      serve(contract.orderLinks, {
        effect: 'store',
        handle: ({ body }, ctx) => orderLinks(ctx, body.place, body.ids),
      }),
      serve(contract.saveProject, {
        effect: 'store',
        handle: ({ body }, ctx) => saveProject({ ctx, identity: body }, body.values),
      }),
      serve(contract.removeProject, {
        effect: 'store',
        handle: ({ body }, ctx) => remove('menu_project', ctx, body),
      }),
    ],
  }
}
