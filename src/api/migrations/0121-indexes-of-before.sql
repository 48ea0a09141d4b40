-- What 0116 has put others in the place of: nothing here takes longer than a moment.
drop index api.order_by_state_before;
drop index api.order_by_total_before;
drop index api.order_not_by_card_before;
drop index api.order_line_by_product_before;
drop index api.product_by_provider_before;
drop index api.product_by_stock_before;
drop index api.product_whole_by_price_before;
drop index api.review_by_seller_before;
drop index api.payout_open_before;
drop index api.payout_of_batch_before;
drop index api.payout_by_amount_before;
