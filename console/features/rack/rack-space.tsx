// The space of a rack's drawing while its code and data load.

/** As tall as the drawing and one line of text. */
export const stripSpace = <div className="h-57.5 w-[31rem] max-w-full min-[520px]:h-28.5" />

/** As tall as a full rack with its legend and details. */
export const frontSpace = (
  <div className="flex flex-col gap-6 md:flex-row">
    <div className="min-w-0 grow">
      <div className="mb-10.5 max-md:mb-15 max-md:aspect-[356/572] md:h-143" />
    </div>
    <div className="min-h-80" />
  </div>
)
