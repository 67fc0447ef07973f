import type { FeatureOptions } from '../new-feature/new-feature-options.ts'

/** How deep a selection the call needs, and what of it stands in the body. */
export function depthOf({ hasGame }: FeatureOptions) {
  return hasGame
    ? {
        level: 3,
        body: 'lineId: schemas.shortText, sId: schemas.sIdNumber',
        target: 'lineId: body.lineId, sId: body.sId',
        about: 'server',
        given: "{ lineId: 'northwind-test', sId: 123 }",
        wrong: "{ ...body, sId: 'harbour' }",
        field: 'sId',
        place: 'lantern/northwind/northwind-test/123',
        selected: '{ lineId, sId }',
        missing: "{ game: 'lantern', partnerCode: 'northwind', lineId: 'northwind-test' }",
      }
    : {
        level: 2,
        body: 'lineId: schemas.shortText',
        target: 'lineId: body.lineId',
        about: 'line',
        given: "{ lineId: 'northwind-test' }",
        wrong: '{ lineId: 7 }',
        field: 'lineId',
        place: 'lantern/northwind/northwind-test',
        selected: '{ lineId }',
        missing: "{ game: 'lantern', partnerCode: 'northwind' }",
      }
}
