-- Only PostgreSQL divides its tables by the tenant; the number is the same on both.
SELECT 1;
