import type { MenuChild, MenuProject } from './index.ts'

/** Anything of a menu tree that may be meant for some roles only. */
export interface RoleFiltered {
  readonly roles?: readonly string[] | undefined
  readonly children?: readonly RoleFiltered[] | undefined
  readonly name?: string
}

/** Role that sees every entry (S6.03). */
const SEES_ALL = new Set(['admin', 'ROLE_ADMIN'])

/** The entries for a user's roles: without a role list for everybody; the same again for what is inside (S6.03). */
export function entriesFor<T extends RoleFiltered>(entries: readonly T[], roles: readonly string[]): T[] {
  const seesAll = roles.some((role) => SEES_ALL.has(role))
  const isFor = ({ roles: wanted = [] }: RoleFiltered) =>
    seesAll || wanted.length === 0 || wanted.some((role) => roles.includes(role))
  return entries
    .filter(isFor)
    .map((entry) =>
      entry.children === undefined ? entry : { ...entry, children: entriesFor(entry.children, roles) },
    )
}

/** Address of a project's entry (S2.19); `pid` is the operator's code. */
export function projectAddress(child: MenuChild, place: { game: string; pid: string }): string {
  const query = new URLSearchParams({ game: place.game })
  if (child.type === 'releaseApply') {
    query.set('type', child.project_ident)
    query.set('project_id', child.project_id)
  }
  query.set('pid', place.pid)
  return `/${encodeURIComponent(child.type)}?${query.toString()}`
}

/** Only entries whose page exists; a project without any is left out (S2.31). */
export function withPages(projects: readonly MenuProject[], pages: ReadonlySet<string>): MenuProject[] {
  return projects
    .map((project) => ({ ...project, children: project.children.filter(({ type }) => pages.has(type)) }))
    .filter(({ children }) => children.length > 0)
}
