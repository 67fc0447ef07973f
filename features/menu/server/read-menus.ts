import { parseJsonText } from '@qd/canonical-json'
import type { Store } from '@qd/store'
import type { LinkRecord, MenuProject, ProjectRecord } from '../contract/index.ts'
import type { LinkRow, MenuTables, ProjectRow } from './tables.ts'

/** A link of the settings file as it stands there (S3.14). */
export interface LinkSetting {
  name: string
  url: string
  target?: '_self' | '_blank' | undefined
}

/** What the settings file adds to what administrators made; it comes first and cannot be edited in pages. */
export interface MenuSettings {
  quick: readonly LinkSetting[]
  extra: readonly LinkSetting[]
  projects: readonly MenuProject[]
}

function fixedLink(place: LinkRecord['place'], link: LinkSetting, index: number): LinkRecord {
  return {
    id: `file:${place}:${index}`,
    place,
    name: link.name,
    url: link.url,
    target: link.target === '_self' ? 'page' : 'tab',
    game: '',
    operator: '',
    roles: [],
    allowPrivate: false,
    allowLoopback: false,
    isFixed: true,
    version: 0,
  }
}

function linkRecord({
  position: _position,
  roles,
  allow_private,
  allow_loopback,
  ...row
}: LinkRow): LinkRecord {
  return {
    ...row,
    roles: parseJsonText(roles) as string[],
    allowPrivate: allow_private === 1,
    allowLoopback: allow_loopback === 1,
    isFixed: false,
  }
}

export async function readLinks(store: Store<MenuTables>, settings: MenuSettings): Promise<LinkRecord[]> {
  const rows = await store.read
    .selectFrom('menu_link')
    .selectAll()
    .orderBy('place', 'desc')
    .orderBy('position')
    .orderBy('id')
    .execute()
  return [
    ...settings.quick.map((link, index) => fixedLink('quick', link, index)),
    ...settings.extra.map((link, index) => fixedLink('extra', link, index)),
    ...rows.map(linkRecord),
  ]
}

function fixedProject(project: MenuProject): ProjectRecord {
  return {
    id: `file:${project.project_id}`,
    ident: project.project_ident,
    name: project.project_name,
    game: project.game ?? '',
    operator: project.partnerCode ?? '',
    entries: project.children.map(({ name, type, roles = [] }) => ({ name, type, roles })),
    isFixed: true,
    version: 0,
  }
}

function projectRecord({ position: _position, entries, ...row }: ProjectRow): ProjectRecord {
  return { ...row, entries: parseJsonText(entries) as ProjectRecord['entries'], isFixed: false }
}

export async function readProjects(
  store: Store<MenuTables>,
  settings: MenuSettings,
): Promise<ProjectRecord[]> {
  const rows = await store.read
    .selectFrom('menu_project')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()
  return [...settings.projects.map(fixedProject), ...rows.map(projectRecord)]
}

/** A record as the menu calls of the specification give it (S2.19). */
export function menuProjectOf(record: ProjectRecord): MenuProject {
  const project_id = record.isFixed ? record.id.slice('file:'.length) : record.id
  return {
    project_id,
    project_ident: record.ident,
    project_name: record.name,
    children: record.entries.map(({ name, type, roles }) => ({
      name,
      type,
      project_ident: record.ident,
      project_id,
      roles,
    })),
    ...(record.game === '' ? {} : { game: record.game }),
    ...(record.operator === '' ? {} : { partnerCode: record.operator }),
  }
}
