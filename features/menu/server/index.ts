import { callerReaches, serve } from '@qd/server-kit'
import type { Caller, ServerFeature } from '@qd/server-kit'
import { menuList, projectList } from '../contract/index.ts'
import type { MenuProject, MenuProjectSetting } from '../contract/index.ts'

export interface MenuDeps {
  /** Projects of the settings file. */
  projects: readonly MenuProjectSetting[]
  /** Types of entries that have a page; the others would lead nowhere (S2.31). */
  pageTypes: readonly string[]
}

/** The projects a caller may see, with the entries that have a page; a project without any is left out. */
export function visibleProjects(deps: MenuDeps, caller: Caller, game?: string): MenuProject[] {
  const pages = new Set(deps.pageTypes)
  return deps.projects
    .filter((project) => game === undefined || project.game === undefined || project.game === game)
    .filter((project) => callerReaches(caller, { game: project.game, operator: project.partnerCode }))
    .map(({ project_id, project_ident, project_name, children }) => {
      const withPage = children.filter((child) => pages.has(child.type))
      return { project_id, project_ident, project_name, children: withPage }
    })
    .filter((project) => project.children.length > 0)
}

/** Menu entries that come from settings rather than from the program (S2.19, S3.03). */
export function createMenuFeature(deps: MenuDeps): ServerFeature {
  return {
    name: 'menu',
    texts: new URL('../contract/locales/', import.meta.url),
    routes: [
      serve(projectList, (_input, ctx) => visibleProjects(deps, ctx.caller)),
      serve(menuList, (_input, ctx) => ({ list: visibleProjects(deps, ctx.caller, ctx.place.game) })),
    ],
  }
}
