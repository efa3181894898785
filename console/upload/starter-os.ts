// What starter images say about their operating system. They are recognized by it.
export const STARTER_OS = 'Rackwright starter'
