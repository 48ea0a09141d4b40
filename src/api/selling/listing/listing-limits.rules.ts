/** How often one person may change what all visitors see of a shop's products: after each no cached page is served any more. */
export const listingWrites = { name: 'listing writes', points: 120, duration: 60 };
